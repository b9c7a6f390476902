import { adminEndpoints, type ReadingAccuracy } from '@docketbox/contract/admin/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ReadingPage from './page.tsx'

function open(accuracy: ReadingAccuracy) {
  signInAs('Admin')
  serveFakes(fake(adminEndpoints.readingAccuracy, () => accuracy))
  renderScreen(<ReadingPage />)
}

test('the table says how many values were kept and corrected', async () => {
  open({ reader: 'ready', fields: [{ field: 'totalCents', level: 'sure', decided: 1200, kept: 1182 }] })
  expect(await screen.findByText('The reader is ready.')).toBeTruthy()
  const [, row] = within(screen.getByRole('table')).getAllByRole('row')
  expect(within(row!).getByRole('rowheader').textContent).toBe('Total')
  expect(
    within(row!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Filled in', '1,200', '1,182', '18', '98.5%'])
})

test.each([
  ['off', /turned off/],
  ['unusable', /missing or damaged/],
] as const)('a reader that is %s says so', async (reader, text) => {
  open({ reader, fields: [] })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('Nothing to measure yet.')).toBeTruthy()
})
