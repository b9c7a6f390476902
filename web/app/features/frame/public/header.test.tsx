import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { PublicHeader } from './header.tsx'

test('without popovers, the menu opens by script, and closes once a page is chosen', async () => {
  expect('popover' in HTMLElement.prototype).toBe(false)
  renderScreen(<PublicHeader />, { path: '*', at: '/' })
  const isOpen = () => document.querySelector('[popover]')!.hasAttribute('data-open')
  const button = screen.getByRole('button', { name: 'Menu' })
  for (const next of [true, false, true]) {
    await userEvent.click(button)
    expect(isOpen()).toBe(next)
  }
  await userEvent.click(screen.getAllByRole('link', { name: 'Deductions' }).at(-1)!)
  expect(isOpen()).toBe(false)
})
