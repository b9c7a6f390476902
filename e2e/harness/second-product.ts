import { readdirSync, readFileSync } from 'node:fs'
import { addPerson } from '@docketbox/testing/people/people'
import pg from 'pg'
import { test as base, expect } from './test.ts'

export type SecondProduct = {
  url: string
  mailUrl: string
  databaseUrl: string
  pid: number
  /** The controls of the local Stripe. */
  paymentsUrl: string
}

/** On a busy machine: the reader comes after everything else, and one process reads for all journeys. */
export const MAX_READING_MS = 120_000

const second = () => JSON.parse(process.env['E2E_SECOND_PRODUCT']!) as SecondProduct

type KillReader = (ownerId: string) => Promise<void>

/** For journeys whose receipts are read, or that move clocks: a product the other journeys don't run on. */
export const test = base.extend<{ database: pg.Client; paymentsUrl: string; killReader: KillReader }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  productUrl: async ({}, use) => use(second().url),
  newPerson: async ({ productUrl }, use) =>
    use((like) => addPerson({ url: productUrl, mailUrl: second().mailUrl }, like)),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  paymentsUrl: async ({}, use) => use(second().paymentsUrl),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  database: async ({}, use) => {
    const client = new pg.Client(second().databaseUrl)
    await client.connect()
    await use(client)
    await client.end()
  },
  /** Kills the reader's process while it reads this owner's only file. */
  killReader: async ({ database }, use) =>
    use(async (ownerId) => {
      const killOnce = async () => {
        const { rows } = await database.query<{ failures: number; isBeingRead: boolean }>(
          'select failures, leased_until is not null as "isBeingRead" from readings where owner_id = $1',
          [ownerId],
        )
        if (rows[0]?.failures === 0 && rows[0].isBeingRead) killChildren('reader-process')
        return rows[0]?.failures
      }
      await expect.poll(killOnce, { timeout: MAX_READING_MS, intervals: [50, 50, 50, 500] }).toBe(1)
    }),
})

/** Kills the product's child processes that run this program. */
function killChildren(program: string): void {
  const parent = String(second().pid)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8')
      } catch {
        // It has ended.
        return ''
      }
    }
    const parentOf = /^PPid:\s*(\d+)/m.exec(read('status'))?.[1]
    if (parentOf === parent && read('cmdline').includes(program)) process.kill(Number(pid), 'SIGKILL')
  }
}
