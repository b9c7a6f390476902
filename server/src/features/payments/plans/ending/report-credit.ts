import { formatCents, formatDay, sydneyDay } from '@docketbox/contract'
import { HOUR_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { findUser } from '#features/auth'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { askForCredit } from '../../customers/credit.ts'
import type { PaymentDeps } from '../../deps.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'

/** Alerts administrators that a closed account has credit, which they refund before the account is deleted. */
export const reportCredit = defineLastingJob(
  'payments.reportCredit',
  z.strictObject({ owner: z.uuid() }),
  async (deps, { owner }) => {
    if (!(await findUser(deps.db, owner))?.purgeAt) return
    const creditCents = await askForCredit(deps, owner)
    if (creditCents === 0) return
    await inTransaction(deps.db, async (db) => {
      // They may have reopened it while Stripe was asked.
      const user = await findUser(db, owner)
      if (!user?.purgeAt) return
      await raiseAlert(deps, db, {
        kind: 'creditLeft',
        subject: owner,
        user: owner,
        message: `${user.email} closed their account with ${formatCents(creditCents)} in credit. Refund it before ${formatDay(sydneyDay(user.purgeAt))}.`,
      })
    })
  },
  ({ owner: user }) => ({
    user,
    what: 'ask Stripe how much credit they have',
    instead: 'They’ve closed their account: see their payments, and refund what credit they have.',
  }),
)

/** Reports the credit of a closed account once what the closing returns has arrived. */
export function requestCreditReport(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  owner: string,
): Promise<void> {
  return jobs.enqueue(db, reportCredit, { owner }, { startAfter: new Date(Date.now() + HOUR_MS) })
}
