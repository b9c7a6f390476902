import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { dismissAllToasts } from '#ui/feedback/toast.ts'
import { standInForBrowser } from './browser.ts'

standInForBrowser()
// A busy machine is slow to fetch what a screen loads on demand. It’s longer than any delay in the app, so tests that
// shorten those delays don’t shorten this.
configure({ asyncUtilTimeout: 20_000 })

/** Errors and warnings on the console, which fail the test unless it empties this. */
export const complaints: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '))
}

beforeEach(() => {
  complaints.length = 0
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // What the screen sends as it closes isn't answered: it would be repeated, and reach the next test's server.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  dismissAllToasts()
  localStorage.clear()
  sessionStorage.clear()
  // Files share the window, and the address decides whose session is used.
  history.replaceState(null, '', '/')
  delete document.documentElement.dataset['theme']
  if (complaints.length > 0) throw new Error(`The test complained on the console:\n${complaints.join('\n')}`)
})
