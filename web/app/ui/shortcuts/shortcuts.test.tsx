import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ShortcutsButton, useShortcutsDialog } from './button.tsx'

function ShortcutsOfUser() {
  const { show, dialog } = useShortcutsDialog(true)
  return (
    <>
      <ShortcutsButton onPress={show} />
      {dialog}
    </>
  )
}

test('single-character shortcuts can be turned off, for speech input', async () => {
  signInAs('User')
  const { user } = renderScreen(
    <>
      <SearchField label="Search" text="" onText={() => undefined} />
      <ShortcutsOfUser />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Keyboard shortcuts' })
  const toggle = async () => {
    await user.click(button)
    await user.click(await screen.findByRole('checkbox', { name: 'Single-character shortcuts' }))
  }
  await toggle()
  const rows = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(rows()).toContain('File the upload')
  expect(rows()).not.toContain('Choose a category')
  await user.keyboard('{Escape}/?')
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  await toggle()
  expect(rows()).toContain('Choose a category')
  await user.keyboard('{Escape}/')
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})
