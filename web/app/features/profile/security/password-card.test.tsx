import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import { PasswordCard } from './password-card.tsx'

test('the code of two-step login is asked for last', () => {
  signInAs('User')
  const secondFactor = { ...passwordAlone.secondFactor, hasApp: true }
  renderScreen(<PasswordCard security={{ ...passwordAlone, secondFactor }} />)
  const labels = [...screen.getByRole('form').querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Current password', 'New password', 'Code'])
})

test('password managers can tell whose password is changed', () => {
  signInAs('User', { _id: 'u1', email: 'ann@example.com' })
  renderScreen(<PasswordCard security={passwordAlone} />)
  const change = screen.getByRole<HTMLFormElement>('form', { name: 'Change password' })
  const fields = [...change.querySelectorAll('input')].map((field) => [field.autocomplete, field.value])
  expect(fields).toEqual([
    ['username', 'ann@example.com'],
    ['current-password', ''],
    ['new-password', ''],
  ])
})
