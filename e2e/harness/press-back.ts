import type { Page } from '@playwright/test'

/** Closes what's open as Back does on Android. On desktops, browsers do the same on Escape, if the page doesn't see it. */
export async function pressBackOnAndroid(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hide = (event: KeyboardEvent) => event.stopImmediatePropagation()
    window.addEventListener('keydown', hide, { capture: true, once: true })
  })
  await page.keyboard.press('Escape')
}
