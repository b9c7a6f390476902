import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from './chromium.mjs'

/** Opens a browser outside a journey, for measuring. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

type Scrolling = { milliseconds: number; step: number; longMs: number }
type Scrolled = { frames: number; longFrames: number; maxRows: number; passed: number }

/** Scrolls by `step` pixels per frame and counts frames that took longer than `longMs`. */
export function scrollThrough(page: Page, options: Scrolling): Promise<Scrolled> {
  return page.evaluate(scroll, options)
}

/** Runs in the page. */
function scroll(options: Scrolling): Promise<Scrolled> {
  const { promise, resolve } = Promise.withResolvers<Scrolled>()
  const counts = { frames: 0, longFrames: 0, maxRows: 0 }
  const end = performance.now() + options.milliseconds
  let last = performance.now()
  const frame = () => {
    const now = performance.now()
    counts.frames++
    if (now - last > options.longMs) counts.longFrames++
    counts.maxRows = Math.max(counts.maxRows, document.querySelectorAll('[data-row]').length)
    last = now
    window.scrollBy(0, options.step)
    if (now < end) requestAnimationFrame(frame)
    else resolve({ ...counts, passed: Math.round(window.scrollY) })
  }
  requestAnimationFrame(frame)
  return promise
}
