import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadUnsaved, setAsideUnsaved, storeUnsaved, takeUnsaved } from './unsaved.ts'

const text = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('input that was set aside is found again once, in any tab', () => {
  storeUnsaved('rows', 'For the van')
  setAsideUnsaved('rows')
  expect(loadUnsaved('rows', text)).toBeUndefined()
  sessionStorage.clear()
  expect(takeUnsaved('rows', text)).toEqual(['For the van'])
  expect(takeUnsaved('rows', text)).toEqual([])
})

test('a user who comes back after weeks finds theirs: its upload still waits', () => {
  storeUnsaved('rows', 'For the van')
  setAsideUnsaved('rows')
  vi.setSystemTime(Date.now() + 40 * DAY_MS)
  expect(takeUnsaved('rows', text)).toEqual(['For the van'])
})

test('another user’s stays for a month', () => {
  storeUnsaved('rows', 'For the van')
  setAsideUnsaved('rows')
  expect(takeUnsaved('rows', () => undefined)).toEqual([])
  expect(localStorage).toHaveLength(1)
  vi.setSystemTime(Date.now() + 30 * DAY_MS + 1)
  takeUnsaved('rows', () => undefined)
  expect(localStorage).toHaveLength(0)
})
