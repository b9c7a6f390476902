import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import './account.ts'
import './added-items.ts'
import './billing.ts'
import './intents.ts'
import './promotions.ts'
import './requests.ts'
import { productCalls, wasMade } from './calls.ts'
import { STAND_IN, targets, TEST_MODE } from './target.ts'

const DOC = join(import.meta.dirname, '../../../docs/payments.md')

/** Runs last: the suites above are of this file. */
describe('what the product calls', async () => {
  const calls = await productCalls()
  const withKey = (call: string) => (wasMade(call, STAND_IN, 'shared') ? 'yes' : 'stand-in only')

  afterAll(() => {
    const inTestMode = calls.filter((call) => wasMade(call, TEST_MODE))
    const elsewhere = calls.filter((call) => !inTestMode.includes(call))
    const lines = [
      `${inTestMode.length} of the product’s ${calls.length} calls ran in Stripe’s test mode.`,
      inTestMode.length === 0
        ? 'STRIPE_TEST_KEY isn’t set.'
        : `Against the stand-in only: ${elsewhere.join(', ')}`,
    ]
    process.stdout.write(`Contract suite: ${lines.join(' ')}\n`)
  })

  test('is made at least once against the stand-in', () => {
    expect(calls.length).toBeGreaterThan(20)
    const untested = calls.filter((call) => !wasMade(call, STAND_IN))
    expect(untested, 'calls of the product that need a test in one of the suites here').toEqual([])
  })

  test.runIf(targets.includes(TEST_MODE))('is made in test mode unless it needs the stand-in', () => {
    const shared = calls.filter((call) => wasMade(call, STAND_IN, 'shared'))
    expect(shared.filter((call) => !wasMade(call, TEST_MODE))).toEqual([])
  })

  test('is listed in docs/payments.md, with where the suite can check it', () => {
    const rows = [...readFileSync(DOC, 'utf8').matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)]
    expect(
      rows.map(([, call, where]) => `${call}: ${where}`),
      'the table at the end of the page',
    ).toEqual(calls.map((call) => `${call}: ${withKey(call)}`))
  })
})
