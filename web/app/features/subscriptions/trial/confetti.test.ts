import { expect, test, vi } from 'vitest'
import { throwConfetti } from './confetti.ts'

const fire = Object.assign(vi.fn<() => void>(), { reset: vi.fn<() => void>() })
vi.mock('canvas-confetti', () => ({ default: { create: () => fire } }))
test('confetti doesn’t follow people who continue', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const controller = new AbortController()
  await throwConfetti(4_000, controller.signal)
  vi.advanceTimersByTime(400)
  expect(fire).toHaveBeenCalledTimes(4)
  controller.abort()
  expect(fire.reset).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(fire).toHaveBeenCalledTimes(4)
})
