import { loadavg } from 'node:os'
import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, round } from '../figures.ts'
import { scoresOf } from '../load/lighthouse.ts'
import { measurePaint, openBrowser, type Paint } from '../load/paint.ts'

const ROUNDS = 5
const PAGES = ['/', '/lodgement', '/register', '/login']
const KB = 1024

/**
 * A first visit to each public page on a slow phone and connection; then its Lighthouse scores.
 * @param only the paths to visit; empty means all.
 */
export async function measurePages({ url }: BenchProduct, only: string[]): Promise<Figure[]> {
  const pages = PAGES.filter((path) => only.length === 0 || only.includes(path))
  const figures: Figure[] = []
  const browser = await openBrowser()
  for (const path of pages) {
    const paints: Paint[] = []
    for (let at = 0; at < ROUNDS; at++) paints.push(await measurePaint(browser, url + path))
    figures.push(...budgetsOf(path, paints))
  }
  await browser.close()
  for (const path of pages) figures.push(...(await lighthouseOf(url, path)))
  return figures
}

function budgetsOf(path: string, paints: Paint[]): Figure[] {
  const middle = (part: keyof Paint) => median(paints.map((paint) => paint[part]))
  const figure = (what: string, measured: string, target: string, isReached: boolean): Figure => ({
    what: `${path}: ${what}`,
    measured,
    target,
    isReached,
  })
  const [lcp, cls, alive] = [
    middle('lcpMs'),
    Math.max(...paints.map((paint) => paint.cls)),
    middle('aliveMs'),
  ]
  const [script, all] = [middle('scriptBytes') / KB, middle('allBytes') / KB]
  return [
    figure('largest paint, slow 4G, 4x CPU', `${round(lcp)} ms`, 'under 1.8 s', lcp < 1_800),
    figure('layout shift, at most', cls.toFixed(3), 'under 0.02', cls < 0.02),
    figure('its script has taken over', `${round(alive)} ms`, 'under 5 s', alive < 5_000),
    ...(path === '/'
      ? [
          figure('script on the line', `${round(script)} KB`, 'at most 130 KB', script <= 130),
          figure('all on the line', `${round(all)} KB`, 'at most 300 KB', all <= 300),
        ]
      : []),
  ]
}

/** The median performance score, and the lowest of the others. */
async function lighthouseOf(url: string, path: string): Promise<Figure[]> {
  const runs: Record<string, number>[] = []
  for (let at = 0; at < ROUNDS; at++) runs.push(await scoresOf(url + path))
  const performance = median(runs.map((run) => run['performance']!))
  const others = runs.flatMap((run) => ['accessibility', 'best-practices', 'seo'].map((name) => run[name]!))
  const least = Math.min(...others)
  const load = `load ${loadavg()[0]!.toFixed(1)}`
  return [
    {
      what: `${path}: Lighthouse performance`,
      measured: String(performance),
      floor: load,
      target: 'at least 98',
      isReached: performance >= 98,
    },
    {
      what: `${path}: Lighthouse, the least of the others`,
      measured: String(least),
      target: '100',
      isReached: least === 100,
    },
  ]
}
