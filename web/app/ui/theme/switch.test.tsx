import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { ThemeSwitch } from './switch.tsx'

test('the theme changes with one click', async () => {
  const { user } = renderScreen(<ThemeSwitch />)
  expect(screen.getByRole('radio', { name: 'System', checked: true })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(screen.getByRole('radio', { name: 'Dark', checked: true })).toBeTruthy()
})
