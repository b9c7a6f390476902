import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sums } from './sums.tsx'

const sums = { payments: 2, receivedCents: 998, refundedCents: 0, disputedCents: 0, gstCents: 91 }

test.each([
  [499, true],
  [0, false],
])('with %i cents refunded as credit, the day they count on is said: %s', (creditReturnedCents, isSaid) => {
  render(<Sums sums={{ ...sums, creditReturnedCents }} hasState={false} />)
  expect(screen.queryByText(/as credit counts on the day of its payment/) !== null).toBe(isSaid)
})

test.each([
  [false, 'Payments, including failed'],
  [true, 'Payments'],
])('with a status chosen (%s), the count is called %s', (hasState, label) => {
  render(<Sums sums={{ ...sums, creditReturnedCents: 0 }} hasState={hasState} />)
  expect(screen.getByText(label)).toBeTruthy()
})
