import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import CurrentRecordsPage from './current-year-page.tsx'

test('the records in the navigation are those of the current income year', async () => {
  vi.setSystemTime('2027-07-01T02:00:00Z')
  signInAs('User')
  renderScreen(<CurrentRecordsPage />, { path: '/records', at: '/records' })
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/years/2027-28/records')
})
