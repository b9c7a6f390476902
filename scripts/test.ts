// Every check in one run: `npm test`, or some of them: `npm test -- lint unit`.
// The last line is always `N passed, N failed`; lint with types, format and unused code count as one check each.
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findChromium, noChromium } from '@docketbox/testing/browser/chromium'
import { readPlaywright, readVitest, type TestCount } from './results.ts'
import { endTools, root, runTool } from './run-tool.ts'
import { createTestFolder } from './test-folder.ts'

type Check = { name: string; run: () => Promise<TestCount> }

const began = performance.now()
const testFolder = await createTestFolder()
process.env['TMPDIR'] = testFolder
const vitestReport = join(testFolder, 'vitest.json')
const playwrightReport = join(testFolder, 'playwright.json')
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    endTools()
    process.exitCode = 130
  })
}

/** They run beside the tests and get the time that those leave: browsers wait a third of theirs. */
const quickChecks: Check[] = [
  { name: 'lint', run: lintWithTypes },
  { name: 'format', run: () => runCheck(['oxfmt', '--check']) },
  { name: 'knip', run: () => runCheck(['knip', '--no-progress']) },
]
const unit: Check = {
  name: 'unit',
  run: async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
    // Tests wait for databases and processes more than they compute. (Projects ignore this in the root's config.)
    const workers = `--maxWorkers=${availableParallelism() * 2}`
    const { code } = await runTool(['vitest', 'run', workers, ...reporters], { live: true })
    return readVitest(vitestReport, code)
  },
}
/** Browsers measure time, so no other tests run beside the journeys. */
const journeys: Check = {
  name: 'journeys',
  run: async () => {
    if (findChromium() === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [noChromium] }
    const command = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
    const { code } = await runTool(command, {
      live: true,
      // Node runs TypeScript; Playwright would first compile it once more.
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, PW_DISABLE_TS_ESM: '1' },
    })
    return readPlaywright(playwrightReport, code)
  },
}

const names = new Set(process.argv.slice(2))
const selected = (checks: Check[]) => checks.filter(({ name }) => names.size === 0 || names.has(name))
const counts: TestCount[] = []
await Promise.all([runInOrder(selected(quickChecks)), runInOrder(selected([unit, journeys]))])
await rm(testFolder, { recursive: true, force: true })
report()

async function runInOrder(checks: Check[]): Promise<void> {
  for (const { name, run } of checks) {
    if (isInterrupted) return
    const checkBegan = performance.now()
    const count = await run()
    counts.push(count)
    const seconds = ((performance.now() - checkBegan) / 1000).toFixed(1)
    console.log(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  }
}

/** The web app's routes have generated types. */
async function lintWithTypes(): Promise<TestCount> {
  const generated = await runCheck(['react-router', 'typegen'], { folder: 'web' })
  // Every type checker at work checks the shared types again. Collecting garbage half as often saves a fifth of the time.
  const env = { GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)), GOGC: '200' }
  return generated.failed > 0 ? generated : runCheck(['oxlint'], { env })
}

async function runCheck(
  command: string[],
  { folder = '.', env = {} }: { folder?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<TestCount> {
  const { code, output } = await runTool(command, { cwd: join(root, folder), env, isPatient: true })
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] }
  return { passed: 0, failed: 1, skipped: 0, failures: [`${command.join(' ')}\n${output.trimEnd()}`] }
}

function report(): void {
  const total = (part: 'passed' | 'failed' | 'skipped') => counts.reduce((sum, count) => sum + count[part], 0)
  for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n── FAILED ── ${failure}`)
  const skipped = total('skipped') > 0 ? ` ${total('skipped')} skipped.` : ''
  console.log(`\nTook ${((performance.now() - began) / 1000).toFixed(0)} s.${skipped}`)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  process.exitCode ||= total('failed') > 0 || total('passed') === 0 ? 1 : 0
}
