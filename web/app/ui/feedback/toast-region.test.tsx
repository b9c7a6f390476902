import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a toast disappears after its duration, but not under the pointer', () => {
  render(<ToastRegion />)
  act(() => toast.info('Saved.', { durationMs: 500 }))
  fireEvent.pointerEnter(screen.getByText('Saved.'))
  pass(1_000)
  fireEvent.pointerLeave(screen.getByText('Saved.'))
  pass(499)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('only the last four toasts are shown', () => {
  render(<ToastRegion />)
  act(() => ['one', 'two', 'three', 'four', 'five'].forEach((text) => toast.success(text)))
  expect(screen.queryByText('one')).toBeNull()
  expect(screen.getByText('five')).toBeTruthy()
})

test('a toast with an action stays long enough to use it', () => {
  render(<ToastRegion />)
  act(() => toast.success('Deleted.', { action: { label: 'Undo', onPress: () => undefined } }))
  pass(7_900)
  expect(screen.getByText('Deleted.')).toBeTruthy()
  pass(200)
  expect(screen.queryByText('Deleted.')).toBeNull()
})

test('a long toast stays as long as it takes to read', () => {
  render(<ToastRegion />)
  const text = 'Our scanner found malware in this file, so it can’t be opened or downloaded just now.'
  act(() => toast.info(text))
  pass(4_000)
  expect(screen.getByText(text)).toBeTruthy()
  pass(2_000)
  expect(screen.queryByText(text)).toBeNull()
})
