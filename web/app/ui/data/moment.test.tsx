import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Moment } from './moment.tsx'

test('what was today is yesterday on a page that stayed open overnight', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T22:00:00') })
  render(<Moment at={new Date('2026-11-26T09:00:00').toISOString()} />)
  expect(screen.getByText('Today')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(3 * 3_600_000))
  expect(screen.getByText('Yesterday')).toBeTruthy()
})
