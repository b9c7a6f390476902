import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '@docketbox/testing/browser/chromium'

/** Installed on demand: with its dependencies it's larger than the product. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const flags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

const TRIES = 3

/** Lighthouse's scores of a page on its default phone, 0 to 100, by category. Repeats a visit it couldn't trace. */
export async function scoresOf(address: string): Promise<Record<string, number>> {
  for (let attempt = 1; attempt < TRIES; attempt++) {
    const scores = await visit(address)
    if (scores['performance']) return scores
  }
  return visit(address)
}

async function visit(address: string): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-bench-lighthouse-'))
  const report = join(folder, 'report.json')
  const args = [address, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  try {
    await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...args], {
      env: { ...process.env, CHROME_PATH: findChromium() },
      // It exits with an error after a visit it couldn't trace; the report says so.
    }).catch(() => undefined)
    const { categories } = JSON.parse(await readFile(report, 'utf8')) as {
      categories: Record<string, { score: number }>
    }
    return Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
