import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '@docketbox/testing/browser/chromium'

/** Lighthouse's "Slow 4G" and slower phone, as browser throttling. */
export const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const CPU_RATE = 4

export type Paint = { lcpMs: number; cls: number; scriptBytes: number; allBytes: number; aliveMs: number }

/** @param more arguments besides those every measurement has. */
export function openBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...more,
    ],
  })
}

/** Makes a page as slow as on the phone and line that we measure by. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  return session
}

/** A first visit on a phone with a slow connection. */
export async function measurePaint(browser: Browser, address: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await throttle(page)
  const wire = countBytes(session)
  await page.addInitScript(watch)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.aliveMs > 0)
  const seen = await page.evaluate<Seen>('seen')
  await context.close()
  return { ...seen, ...wire() }
}

/** Bytes received, including headers. */
function countBytes(session: CDPSession): () => { scriptBytes: number; allBytes: number } {
  const types = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength),
  )
  const sum = (isCounted: (type: string | undefined) => boolean) =>
    [...bytes].reduce((total, [id, size]) => total + (isCounted(types.get(id)) ? size : 0), 0)
  return () => ({ scriptBytes: sum((type) => type === 'Script'), allBytes: sum(() => true) })
}

type Seen = { lcpMs: number; cls: number; aliveMs: number }

/** Runs in the page. Hydration ends when the router manages scroll restoration. */
const watch = `
  window.seen = { lcpMs: 0, cls: 0, aliveMs: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcpMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.cls += value
  }).observe({ type: 'layout-shift', buffered: true })
  const check = () => {
    if (history.scrollRestoration === 'manual') seen.aliveMs = performance.now()
    else requestAnimationFrame(check)
  }
  check()`
