import { paths, paymentRefusals, type PaymentAlert, withQuery } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { mailOperators, type OperatorMail } from '#platform/mail/operators.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from './store.ts'

export type Alert = Readonly<{
  kind:
    | 'creditLeft'
    | 'creditRefund'
    | 'dispute'
    | 'eventVersion'
    | 'fraudWarning'
    | 'gaveUp'
    | 'otherCurrency'
    | 'refundFailed'
    | 'refundNotMade'
    | 'unknownOwner'
    | 'unknownPrice'
    | 'wrongAmount'
  /** What it's about: there is one open alert for each. */
  subject: string
  /** A sentence for administrators. */
  message: string
  /** Stripe's payment intent that it leads to. */
  intent?: string | undefined
  /** The user whose payments it leads to. */
  user?: string | null
}>

/** Shows administrators that something about payments needs attention, and mails the operators if it's news. */
export async function raiseAlert(
  deps: Pick<PaymentDeps, 'config' | 'log' | 'mail' | 'now' | 'publicUrl'>,
  db: Db,
  alert: Alert,
): Promise<void> {
  const { kind, subject, message, intent = null, user = null } = alert
  deps.log.error({ kind, subject }, 'payments need an administrator')
  const row = { id: newId(), kind, subject, message, aboutIntent: intent, aboutUser: user }
  const isNews = await store.raise(db, { ...row, at: deps.now() })
  if (isNews) await mailOperators(deps, db, alertMail(deps, alert))
}

/** The open alerts, the latest first. */
export async function listAlerts({ db }: Pick<PaymentDeps, 'db'>): Promise<{ alerts: PaymentAlert[] }> {
  const rows = await store.listOpen(db)
  return {
    alerts: rows.map(({ id, message, times, raisedAt, lastRaisedAt, payment, user }) => ({
      _id: id,
      message,
      payment,
      user,
      times,
      raisedAt: raisedAt.toISOString(),
      lastRaisedAt: lastRaisedAt.toISOString(),
    })),
  }
}

/** @throws Refusal `payments.alertDismissed`, even if it was dismissed before. */
export function dismissAlert(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<{ message: string }> {
  return inTransaction(db, async (db) => {
    const dismissed = await store.dismiss(db, id, now())
    if (!dismissed) throw new Refusal(paymentRefusals.alertDismissed)
    const { kind, subject } = dismissed
    await audit(db, {
      at: now(),
      actorId: actor.id,
      action: 'payments.dismissAlert',
      subjectId: id,
      details: { kind, subject },
    })
    return { message: 'Alert dismissed.' }
  })
}

/**
 * Restores an alert that was dismissed. Nothing changes if it's open, or another one about the same problem is.
 * @throws Refusal `payments.alertNotFound`.
 */
export function restoreAlert(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<{ message: string }> {
  return inTransaction(db, async (db) => {
    const reopened = await store.reopen(db, id)
    if (!reopened && !(await store.exists(db, id))) throw new Refusal(paymentRefusals.alertNotFound)
    if (reopened)
      await audit(db, {
        at: now(),
        actorId: actor.id,
        action: 'payments.restoreAlert',
        subjectId: id,
        details: reopened,
      })
    return { message: 'Alert restored.' }
  })
}

function alertMail(
  { publicUrl }: Pick<PaymentDeps, 'publicUrl'>,
  { message, intent, user }: Alert,
): OperatorMail {
  const filter = intent === undefined ? { user: user ?? undefined } : { find: intent }
  return {
    subject: 'payments need your attention',
    heading: 'Payments need your attention',
    paragraphs: [message],
    button: { label: 'See the payments', url: publicUrl + withQuery(paths.adminPayments, filter) },
  }
}
