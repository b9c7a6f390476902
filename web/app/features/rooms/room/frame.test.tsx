import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { RoomFrame } from './frame.tsx'

test('guests can turn off single-character shortcuts, too', async () => {
  const { user } = renderScreen(
    <RoomFrame>
      <SearchField label="Search" text="" onText={() => undefined} />
    </RoomFrame>,
  )
  const search = screen.getByRole('searchbox')
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Single-character shortcuts' }))
  await user.keyboard('{Escape}/')
  expect(document.activeElement).not.toBe(search)
})
