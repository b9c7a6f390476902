import { runInThisContext } from 'node:vm'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseTheme, themeScript, useTheme } from './theme.ts'

const themeOnPage = () => document.documentElement.dataset['theme']

test("a chosen theme is applied and stored; the system theme isn't stored", () => {
  chooseTheme('dark')
  expect(themeOnPage()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  chooseTheme('system')
  expect(themeOnPage()).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test('the theme follows what’s chosen in another tab', () => {
  const { result } = renderHook(useTheme)
  localStorage.setItem('theme', 'dark')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(themeOnPage()).toBe('dark')
  expect(result.current).toBe('dark')
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['"><script>', undefined],
])('the script in the head turns a stored %j into the theme %j', (kept, theme) => {
  localStorage.setItem('theme', kept)
  runInThisContext(themeScript)
  expect(themeOnPage()).toBe(theme)
})
