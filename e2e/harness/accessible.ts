import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions, run } from 'axe-core'

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const LASTING_MS = 5_000

/** The contents of frames, such as the PDFs people upload, aren't ours. */
const options: RunOptions = { iframes: false, resultTypes: ['violations'] }
const whatThemesChange: RunOptions = {
  ...options,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Checks the accessibility of the current screen in both themes.
 * @param within a selector; by default the whole screen.
 */
export async function expectAccessible(page: Page, within = ':root'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  await emulateTheme(page, 'dark')
  const dark = await lastingViolations(page, within, whatThemesChange)
  await emulateTheme(page, 'light')
  const light = await lastingViolations(page, within, options)
  expect(readable({ dark, light }), `accessibility of ${page.url()}`).toEqual([])
}

/** Changes the theme, also of what scripts colour, such as the card form. */
async function emulateTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // After the frame is drawn and scripts are idle; on a busy machine the browser may never call itself idle.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => resolve(null), { timeout: 1_000 })),
      ),
  )
}

type Violations = AxeResults['violations']

/** Those that are still there after a while: scripts change the colours of the card form later on a busy machine. */
async function lastingViolations(page: Page, within: string, options: RunOptions): Promise<Violations> {
  const end = performance.now() + LASTING_MS
  for (;;) {
    const violations = await audit(page, within, options)
    if (violations.length === 0 || performance.now() > end) return violations
  }
}

function audit(page: Page, within: string, options: RunOptions): Promise<Violations> {
  return page.evaluate(
    async ([selector, options]) => {
      // Colours fade from one theme to the other.
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(fading.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: { run: typeof run } }
      return (await axe.run(selector, options)).violations
    },
    [within, options] as const,
  )
}

function readable(themes: Record<string, Violations>): string[] {
  return Object.entries(themes).flatMap(([theme, violations]) =>
    violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${theme} ${id}: ${help}\n  ${String(target)}\n  ${failureSummary}`,
      ),
    ),
  )
}

const PHONE_AND_DESKTOP = [360, 1280]

/** Checks that the current screen is accessible and fits into windows of all `widths`, whichever device shows it. */
export async function expectAccessibleAtAllWidths(
  page: Page,
  { within, widths = PHONE_AND_DESKTOP }: { within?: string; widths?: readonly number[] } = {},
): Promise<void> {
  const viewport = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ ...viewport, width })
    await expectAccessible(page, within)
    await expectToFit(page)
  }
  await page.setViewportSize(viewport)
}

/** The screen is no wider than the window with text twice as large. */
export async function expectToFitLargeText(page: Page): Promise<void> {
  const setFontSize = (size: string) =>
    page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)
  await setFontSize('200%')
  await expectToFit(page)
  await setFontSize('')
}

/** The screen is no wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))
  })
  expect(excess, `what is wider than the window on ${page.url()}`).toEqual([])
}
