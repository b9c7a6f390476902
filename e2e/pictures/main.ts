// Takes a picture of every screen on two phones and a desktop, light and dark: `npm run screenshots [NAME...]`.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '@docketbox/testing/browser/chromium'
import { putSession } from '@docketbox/testing/people/people'
import { startProduct } from '@docketbox/testing/product/start'
import { gatherCast } from './cast.ts'
import { type Screen, screens } from './screens.ts'

const target = join(import.meta.dirname, '../../screenshots')
const viewports = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const themes = ['light', 'dark'] as const
const names = process.argv.slice(2)

const folder = await mkdtemp(join(tmpdir(), 'docketbox-screenshots-'))
const product = await startProduct({ DATA_DIR: folder, TRUST_PROXY: 'true' })
const cast = await gatherCast(product, folder)
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
await mkdir(target, { recursive: true })
const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name))
for (const screen of chosen) {
  for (const viewport of viewports) for (const theme of themes) await take(browser, screen, viewport, theme)
}
await browser.close()
await product.stop()
await rm(folder, { recursive: true, force: true })
console.log(`${chosen.length * viewports.length * themes.length} pictures in ${target}`)

async function take(
  browser: Browser,
  { name, path, viewer, reach }: Screen,
  viewport: (typeof viewports)[number],
  theme: (typeof themes)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
  })
  if (viewer !== 'visitor') await putSession(context, product.url, cast[viewer])
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  if (reach) {
    await reach(page)
    await page.waitForLoadState('networkidle')
  }
  await seeAllPictures(page)
  await page.screenshot({ path: join(target, `${name}-${viewport.width}-${theme}.png`), fullPage: true })
  await context.close()
}

/** Images further down load lazily. */
async function seeAllPictures(page: Page): Promise<void> {
  for (const picture of await page.locator('img[loading=lazy]:visible').all()) {
    await picture.scrollIntoViewIfNeeded()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}
