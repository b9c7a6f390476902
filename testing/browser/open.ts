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
type Scrolled = { frames: number; longFrames: number; mostRows: number; passed: number }

/** Scrolls by `step` pixels per frame and counts frames that took longer than `longMs`. */
export function scrollThrough(page: Page, asked: Scrolling): Promise<Scrolled> {
  return page.evaluate(scroll, asked)
}

/** Runs in the page. */
function scroll(asked: Scrolling): Promise<Scrolled> {
  const { promise, resolve } = Promise.withResolvers<Scrolled>()
  const found = { frames: 0, longFrames: 0, mostRows: 0 }
  const end = performance.now() + asked.milliseconds
  let last = performance.now()
  const frame = () => {
    const now = performance.now()
    found.frames++
    if (now - last > asked.longMs) found.longFrames++
    found.mostRows = Math.max(found.mostRows, document.querySelectorAll('li[data-index]').length)
    last = now
    window.scrollBy(0, asked.step)
    if (now < end) requestAnimationFrame(frame)
    else resolve({ ...found, passed: Math.round(window.scrollY) })
  }
  requestAnimationFrame(frame)
  return promise
}
