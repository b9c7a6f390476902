import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { callStripe, ignoreMissing } from '../stripe.ts'
import type { Changes } from '../webhook/handle-event.ts'
import { isOutage } from '../jobs/retry-in-outage.ts'
import { changeBalance, findTransaction } from './balance.ts'
import * as store from './store.ts'

type CreditDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

const BATCH_SIZE = 500

/** The user's credit as Stripe last told us. */
export async function showCredit(
  { db }: Pick<PaymentDeps, 'db'>,
  { ownerId }: Scope,
): Promise<{ creditCents: number }> {
  const { creditCents = 0 } = (await store.findCustomer(db, ownerId)) ?? {}
  return { creditCents }
}

/** The user's credit as Stripe has it now; Stripe is only asked if there may be some. */
export async function availableCredit(deps: CreditDeps, ownerId: string): Promise<number> {
  const customer = await store.findCustomer(deps.db, ownerId)
  if (customer?.seenAt && customer.creditCents === 0) return 0
  return askForCredit(deps, ownerId)
}

/** The user's credit as Stripe has it now. */
export async function askForCredit(deps: CreditDeps, ownerId: string): Promise<number> {
  const customer = await store.findCustomer(deps.db, ownerId)
  if (!customer) return 0
  return callStripe(deps, async (stripe) => {
    if (customer.seenAt === null) await moveFormerCredit(deps, stripe, customer)
    return refreshCredit(deps, stripe, customer.id)
  })
}

/** Handles a change of a customer. We ask Stripe for their credit, because events arrive in any order and clocks differ. */
export async function handleCustomerUpdated(
  deps: PaymentDeps,
  db: Db,
  { id }: Stripe.Customer,
  at: Date,
): Promise<Changes> {
  if (await store.lockCustomer(db, id))
    await store.saveCredit(db, id, await retrieveCredit(await deps.payments.client(), id), at)
  return {}
}

/** Asks for the credit of users who had a customer before we kept track of credit. */
export const readCredits = defineJob(
  'payments.readCredits',
  z.object({}),
  async (deps: CreditDeps) => {
    const stripe = await deps.payments.client()
    const failures: unknown[] = []
    for (let after = NIL_UUID; ;) {
      const customers = await store.listUnseen(deps.db, { after, limit: BATCH_SIZE })
      for (const customer of customers) {
        try {
          await moveFormerCredit(deps, stripe, customer)
          await refreshCredit(deps, stripe, customer.id)
        } catch (error) {
          if (isOutage(error)) throw error
          // One that fails doesn't hold up the others.
          failures.push(error)
        }
      }
      if (customers.length < BATCH_SIZE) break
      after = customers.at(-1)!.ownerId
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'The credit of some customers couldn’t be read yet.')
  },
  { cron: '50 2 * * *', policy: 'short', retries: 8, retryDelaySeconds: 300, timeoutSeconds: 3_600 },
)

/** Asks Stripe for a customer's credit and saves it. If an event changed it meanwhile, Stripe is asked again. */
export async function refreshCredit(
  { db, now }: Pick<CreditDeps, 'db' | 'now'>,
  stripe: Stripe,
  id: string,
): Promise<number> {
  for (;;) {
    const customer = await store.findCustomerById(db, id)
    const creditCents = await retrieveCredit(stripe, id)
    if (!customer || (await store.replaceCredit(db, customer, creditCents, now()))) return creditCents
  }
}

/** A customer's credit as Stripe has it now; 0 if it doesn't have the customer. */
async function retrieveCredit(stripe: Stripe, id: string): Promise<number> {
  const customer = await stripe.customers.retrieve(id).catch(ignoreMissing)
  return customer ? creditOf(customer) : 0
}

async function moveFormerCredit(
  { db }: Pick<CreditDeps, 'db'>,
  stripe: Stripe,
  customer: store.CustomerRow,
): Promise<void> {
  for (const former of await store.listFormerCustomers(db, customer))
    await moveCredit(stripe, former, customer.id)
}

/** Moves the credit of a former customer to the user's one. A retry moves it once. */
async function moveCredit(stripe: Stripe, from: string, to: string): Promise<void> {
  const creditCents = await retrieveCredit(stripe, from)
  if (creditCents === 0) return
  const book = async (customer: string, amount: number) => {
    const key = `credit-of-${from}-${customer}-${creditCents}`
    const description = 'Credit moved to the user’s one customer'
    const isMade = ({ metadata }: Stripe.CustomerBalanceTransaction) => metadata?.['key'] === key
    // Stripe forgets idempotency keys after a day.
    if (!(await findTransaction(stripe, customer, isMade)))
      await changeBalance(stripe, customer, { key, amount, description, metadata: { key } }, isMade)
  }
  await book(to, -creditCents)
  await book(from, creditCents)
}

/** At Stripe a negative balance is credit. We only count Australian dollars: in Stripe's Dashboard it can be in any currency. */
function creditOf(customer: Stripe.Customer | Stripe.DeletedCustomer): number {
  if (customer.deleted || (customer.currency ?? 'aud') !== 'aud') return 0
  return Math.max(0, -customer.balance)
}
