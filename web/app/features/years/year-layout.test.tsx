import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import YearLayout from './year-layout.tsx'

const open = (at: string) => {
  signInAs('User')
  renderScreen(<YearLayout />, { path: '/years/:incomeYear', at })
}

test.each(['2025', '2025-27', '2025–26', 'last'])('there’s no page for the year %s', (year) => {
  open(`/years/${encodeURIComponent(year)}`)
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeTruthy()
})

test('the pages of an income year are shown', () => {
  open('/years/2025-26')
  expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull()
})
