import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Questions } from './questions.tsx'

test('the first screen says what the product does for people, and what it costs', () => {
  renderScreen(<Hero />)
  expect(
    screen.getByText(/we’ll read the supplier, date and total.*ready for you and your tax agent/s),
  ).toBeTruthy()
  expect(screen.getByText('30 days free, no card needed. Plans from $4.99 a month.')).toBeTruthy()
})

test('the three steps don’t promise to lodge a tax return, and say what sign-up asks for', () => {
  renderScreen(<HowItWorks />)
  const [first, , last] = screen.getAllByRole('listitem')
  expect(within(first!).getByText(/your name, email, phone number and state/)).toBeTruthy()
  expect(within(last!).getByText(/We don’t lodge your return with the ATO/)).toBeTruthy()
  expect(screen.queryByText(/to your tax return/)).toBeNull()
})

test('the questions say which plans renew', async () => {
  renderScreen(<Questions />)
  expect(await screen.findByText(/renew until you cancel.*Single months of Pro don’t renew/)).toBeTruthy()
})
