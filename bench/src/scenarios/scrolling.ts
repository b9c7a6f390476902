import { openBrowser, scrollThrough } from '@docketbox/testing/browser/open'
import { putSession } from '@docketbox/testing/people/people'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, round } from '../figures.ts'

/** Six categories share them evenly. */
const RECEIPTS = 60_000
const SECONDS = 6
/** About two phone screens per second. */
const PIXELS_A_FRAME = 25
const LONG_FRAME_MS = 50

/** Scrolls a list of 10,000 receipts: late frames, and rows rendered at once. */
export async function measureScrolling(product: BenchProduct): Promise<Figure[]> {
  const person = await product.addPerson()
  await product.seedReceipts(person._id, RECEIPTS)
  const browser = await openBrowser()
  try {
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ viewport, baseURL: product.url, locale: 'en-AU' })
    await putSession(context, product.url, person)
    const page = await context.newPage()
    await page.goto('/categories')
    await page.getByRole('link', { name: /Fuel/ }).click()
    await page.locator('[data-row]').first().waitFor()
    const scroll = { milliseconds: SECONDS * 1000, step: PIXELS_A_FRAME, longMs: LONG_FRAME_MS }
    const { frames, longFrames, maxRows, passed } = await scrollThrough(page, scroll)
    const late = (100 * longFrames) / frames
    return [
      {
        what: 'scrolling through 10,000 receipts, frames over 50 ms',
        measured: `${round(late)}%`,
        floor: `${frames} frames over ${passed.toLocaleString('en-AU')} pixels`,
        target: 'under 5%',
        isReached: late < 5,
      },
      {
        what: 'rows of them on the page at once',
        measured: String(maxRows),
        target: 'at most 60',
        isReached: maxRows > 0 && maxRows <= 60,
      },
    ]
  } finally {
    await browser.close()
  }
}
