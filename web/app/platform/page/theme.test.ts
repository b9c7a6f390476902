import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chooseTheme, themeScript } from './theme.ts'

const themeOnPage = () => document.documentElement.dataset['theme']

test('a chosen theme is set at once and kept; the system theme is no choice to keep', () => {
  chooseTheme('dark')
  expect(themeOnPage()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  chooseTheme('system')
  expect(themeOnPage()).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['"><script>', undefined],
])('the script in the head makes of a kept %j the theme %j before anything is painted', (kept, theme) => {
  localStorage.setItem('theme', kept)
  runInThisContext(themeScript)
  expect(themeOnPage()).toBe(theme)
})
