import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Checks the accessibility of the current screen in both themes.
 * @param within a selector; by default the whole screen.
 */
export async function expectAccessible(page: Page, within = ':root'): Promise<void> {
  const audit = () => new AxeBuilder({ page }).include(within)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await audit().withRules(['color-contrast', 'link-in-text-block']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await audit().analyze()
  expect(readable({ dark, light }), `accessibility of ${page.url()}`).toEqual([])
}

type Findings = Awaited<ReturnType<AxeBuilder['analyze']>>

function readable(themes: Record<string, Findings>): string[] {
  return Object.entries(themes).flatMap(([theme, { violations }]) =>
    violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${theme} ${id}: ${help}\n  ${String(target)}\n  ${failureSummary}`,
      ),
    ),
  )
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
