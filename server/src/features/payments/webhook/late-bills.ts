import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineLastingJob } from '../jobs/lasting-job.ts'
import { findAttempt } from '../plans/changes/change-attempt.ts'
import { refundWhole } from '../refunds/owed/refund-whole.ts'

/**
 * Refunds the bills of a subscription that were paid after it had ended, such as by a bank debit that was under way, or at
 * the moment we ended it because they weren't paid: they bought nothing.
 */
export const refundLateBills = defineLastingJob(
  'payments.refundLateBills',
  z.strictObject({ subscription: z.string() }),
  async ({ db, jobs, payments }, { subscription }) => {
    for (const { providerIntentId, providerInvoiceId } of await listLateBills(db, subscription)) {
      // Which intent paid an invoice is a separate event, which may not have arrived.
      const intent =
        providerIntentId ?? (await findAttempt(await payments.client(), providerInvoiceId))?.intent.id
      if (intent) await jobs.enqueue(db, refundWhole, { intent })
    }
  },
  ({ subscription }) => ({
    subscription,
    what: `refund what they paid after ${subscription} had ended`,
    instead: 'In Stripe’s Dashboard, refund it.',
  }),
  { retryDelaySeconds: 60, policy: 'short' },
)

function listLateBills(db: Db, subscription: string) {
  return (
    db
      .selectFrom('payments')
      .innerJoin('providerSubscriptions', 'providerSubscriptions.id', 'payments.providerSubscriptionId')
      .select(['payments.providerIntentId', 'payments.providerInvoiceId'])
      .where('providerSubscriptions.id', '=', subscription)
      .where('payments.status', '=', 'paid')
      // Unused time may have been refunded before we heard of its end.
      .where(sql<boolean>`payments.amount_cents > payments.refunded_cents + payments.disputed_cents`)
      .where('payments.refundState', 'is', null)
      .where((eb) =>
        eb.or([
          eb('payments.paidAt', '>', eb.ref('providerSubscriptions.endedAt')),
          eb('payments.providerInvoiceId', '=', eb.ref('providerSubscriptions.unpaidInvoiceId')),
        ]),
      )
      .execute()
  )
}
