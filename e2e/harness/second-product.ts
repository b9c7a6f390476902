import { addPerson } from '@docketbox/testing/people/people'
import pg from 'pg'
import { test as base } from './test.ts'

export type SecondProduct = {
  url: string
  mailUrl: string
  databaseUrl: string
  /** The controls of the local Stripe. */
  paymentsUrl: string
}

/** On a busy machine: the reader comes after everything else, and one process reads for all journeys. */
export const MAX_READING_MS = 120_000

const second = () => JSON.parse(process.env['E2E_SECOND_PRODUCT']!) as SecondProduct

/** For journeys whose receipts are read, or that move clocks: a product the other journeys don't run on. */
export const test = base.extend<{ database: pg.Client; paymentsUrl: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which fixtures a fixture needs from the pattern.
  productUrl: async ({}, use) => use(second().url),
  newPerson: async ({ productUrl }, use) =>
    use((like) => addPerson({ url: productUrl, mailUrl: second().mailUrl }, like)),
  // eslint-disable-next-line no-empty-pattern -- as above.
  paymentsUrl: async ({}, use) => use(second().paymentsUrl),
  // eslint-disable-next-line no-empty-pattern -- as above.
  database: async ({}, use) => {
    const client = new pg.Client(second().databaseUrl)
    await client.connect()
    await use(client)
    await client.end()
  },
})
