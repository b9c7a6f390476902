// Everything that must hold, in one run: `npm test`, or a part of it: `npm test -- lint unit`.
// The last line is always `N passed, N failed`; lint, format, types and dead code count as one check each.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, noChromium } from '@docketbox/testing/browser/chromium'
import { type Count, readPlaywright, readVitest } from './results.ts'
import { endTools, root, runTool } from './run-tool.ts'

type Check = { name: string; run: () => Promise<Count> }

const began = performance.now()
const reports = await mkdtemp(join(tmpdir(), 'docketbox-test-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endTools()
    process.exitCode = 130
  })
}

/** Single-threaded for the most part, so they share the machine with the unit tests. */
const quick: Check[] = [
  { name: 'lint', run: () => pass(['oxlint']) },
  { name: 'format', run: () => pass(['oxfmt', '--check']) },
  { name: 'types', run: () => pass([process.execPath, 'scripts/types.ts']) },
  { name: 'knip', run: () => pass(['knip', '--no-progress']) },
]
const unit: Check = {
  name: 'unit',
  run: async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
    // On a machine nobody watches, one stumble is named but stops nothing, as with the journeys.
    const retry = process.env['CI'] ? ['--retry=1'] : []
    // Tests wait for databases and processes more than they compute. (Set in the root's configuration,
    // this would not reach the projects.)
    const workers = `--maxWorkers=${availableParallelism() * 2}`
    const { code } = await runTool(['vitest', 'run', workers, ...reporters, ...retry], { live: true })
    return readVitest(vitestReport, code)
  },
}
/** A browser measures time, so the journeys have the machine for themselves. */
const journeys: Check = {
  name: 'journeys',
  run: async () => {
    if (findChromium() === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [noChromium] }
    const command = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
    const { code } = await runTool(command, {
      live: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    })
    return readPlaywright(playwrightReport, code)
  },
}

const wanted = new Set(process.argv.slice(2))
const chosen = (checks: Check[]) => checks.filter(({ name }) => wanted.size === 0 || wanted.has(name))
const counts: Count[] = []
await Promise.all([inTurn(chosen(quick)), inTurn(chosen([unit]))])
if (existsSync(join(root, 'e2e/playwright.config.ts'))) await inTurn(chosen([journeys]))
await rm(reports, { recursive: true, force: true })

report()

async function inTurn(checks: Check[]): Promise<void> {
  for (const { name, run } of checks) {
    const from = performance.now()
    const count = await run()
    counts.push(count)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  }
}

async function pass(command: string[]): Promise<Count> {
  const { code, output } = await runTool(command)
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] }
  return { passed: 0, failed: 1, skipped: 0, failures: [`${command.join(' ')}\n${output.trimEnd()}`] }
}

function report(): void {
  const sum = (part: 'passed' | 'failed' | 'skipped') =>
    counts.reduce((total, count) => total + count[part], 0)
  const failures = counts.flatMap((count) => count.failures)
  for (const failure of failures) console.log(`\n── FAILED ── ${failure}`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`\nTook ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exitCode ||= sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}
