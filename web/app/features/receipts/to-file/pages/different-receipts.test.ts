import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { beginToFile, openToFile } from '../../testing/to-file-screen.tsx'
import { ampol, serveDrafts, taxi } from '../../testing/waiting-drafts.ts'

beforeEach(beginToFile)

test('pages of different suppliers may not be one receipt, unless the user typed what it is', async () => {
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  for (const name of ['Ampol', 'Harbour Taxi'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  expect(screen.getByText('They have different suppliers and totals. Are they one receipt?')).toBeTruthy()
  for (const [label, text] of [
    ['Total', '79.85'],
    ['Supplier', 'Cabs'],
  ] as const) {
    const field = screen.getByLabelText(`${label}, Ampol`)
    await user.clear(field)
    await user.type(field, text)
  }
  expect(screen.queryByText(/Are they one receipt/)).toBeNull()
})
