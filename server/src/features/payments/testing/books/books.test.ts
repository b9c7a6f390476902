import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { endFile } from '#testing/clean-up.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { checkCustomer, checkPayments } from './checks/money.ts'
import { checkTotals } from './checks/totals.ts'
import { checkAccess, checkLateBills } from './checks/access.ts'
import { checkUnusedTime } from './checks/unused-time.ts'
import { withoutNetwork } from './in-memory.ts'
import { simulate } from './simulate.ts'
import type { Movement } from './stripe-books.ts'

// oxlint-disable node/no-process-env -- `npm run bench -- books` runs more seeds, with more customers, for longer.
const [first, last] = (process.env['BOOKS_SEEDS'] ?? '1-1').split('-').map(Number) as [number, number?]
const seeds = Array.from({ length: (last ?? first) - first + 1 }, (_, at) => first + at)
const customers = Number(process.env['BOOKS_CUSTOMERS'] ?? 5)
const days = Number(process.env['BOOKS_DAYS'] ?? 90)

describe('whatever customers do, and however events arrive', () => {
  test.each(seeds)(
    'the books balance to the cent: seed %i',
    async (seed) => {
      const began = performance.now()
      const differences = await run(seed).catch((error: unknown) => [inspect(error)])
      await endFile()
      report(seed, differences, performance.now() - began)
      expect(differences).toEqual([])
    },
    // A seed of 200 customers and two years takes minutes.
    3_600_000,
  )
})

/** @returns a sentence for each difference. */
async function run(seed: number): Promise<string[]> {
  const started = await startPayingServer(new Date('2027-01-01T00:00:00Z'), undefined, { hasWebhooks: false })
  // The simulation runs jobs itself.
  await started.deps.jobs.stop()
  const server = withoutNetwork(started)
  const { owners, books } = await simulate(server, { seed, customers, days })
  const movements = books.movements()
  expect(movements.size).toBeGreaterThan(0)
  expect(books.countFailedPayouts()).toBeGreaterThan(0)
  return differences(server, owners, movements, books.returnedOtherwise())
}

/** Enough for many seeds: they take hours. */
function report(seed: number, differences: readonly string[], ms: number): void {
  if (process.env['BOOKS_SEEDS'] === undefined) return
  const result = differences.length === 0 ? 'balanced' : `${differences.length} differences`
  const lines = [`seed ${seed}: ${result}, ${Math.round(ms / 1000)} s`, ...differences]
  process.stdout.write(`${lines.join('\n  ')}\n`)
}

async function differences(
  server: PayingServer,
  owners: string[],
  movements: Map<string, Movement>,
  returnedOtherwise: ReadonlySet<string>,
): Promise<string[]> {
  const differences = [
    ...(await checkPayments(server, movements)),
    ...(await checkTotals(server)),
    ...(await checkLateBills(server)),
  ]
  for (const owner of owners)
    differences.push(
      ...(await checkCustomer(server, owner, movements)),
      ...(await checkAccess(server, owner)),
      ...(await checkUnusedTime(server, owner, returnedOtherwise)),
    )
  return differences
}
