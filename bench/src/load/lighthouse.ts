import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../../scripts/chromium.mjs'

/** Fetched when it is wanted: with all it brings along it weighs more than the product. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const flags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'

/** Lighthouse's scores of a page on its usual phone, 0 to 100, by category. */
export async function scoresOf(address: string): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-bench-lighthouse-'))
  const report = join(folder, 'report.json')
  const args = [address, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  try {
    await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...args], {
      env: { ...process.env, CHROME_PATH: findChromium() },
    })
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
