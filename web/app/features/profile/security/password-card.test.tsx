import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { passwordAlone } from '#testing/security.ts'
import { PasswordCard } from './password-card.tsx'

const passkey = {
  _id: crypto.randomUUID(),
  name: 'Phone',
  createdAt: '2026-10-01T02:00:00.000Z',
  lastUsedAt: null,
}

test.each([
  ['asked for last', [], 'Code'],
  ['optional for those who may have logged in with a passkey', [passkey], 'Code (optional)'],
])('the code of two-step login is %s', (_, passkeys, code) => {
  signInAs('User')
  const secondFactor = { ...passwordAlone.secondFactor, hasApp: true, passkeys }
  renderScreen(<PasswordCard security={{ ...passwordAlone, secondFactor }} />)
  const labels = [...screen.getByRole('form').querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Current password', 'New password', code])
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
