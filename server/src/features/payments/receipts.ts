import type { Db } from '#platform/database'
import type { Deps } from '#platform/deps'
import { queueMail } from '#platform/mail'
import { receiptMail } from './mails.ts'
import * as store from './store.ts'

type Needs = Pick<Deps, 'config' | 'jobs' | 'now' | 'publicUrl' | 'secrets'>

/** Mails the receipt of a paid payment with its tax invoice, once, as soon as it is known whose it is. */
export async function queueReceipt(deps: Needs, db: Db, payment: store.PaymentRow): Promise<void> {
  if (payment.receiptMailedAt !== null || payment.ownerId === null) return
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (!buyer) return
  await queueMail(deps, db, receiptMail(deps, buyer, payment))
  await store.change(db, payment.id, { receiptMailedAt: deps.now() })
}

/** The payments of a renewing plan were made by this person: they and their receipts are theirs. */
export async function giveToOwner(
  deps: Needs,
  db: Db,
  subscriptionId: string,
  owner: store.Buyer,
): Promise<void> {
  const payments = await store.setOwner(db, subscriptionId, owner)
  for (const payment of payments) if (payment.status === 'paid') await queueReceipt(deps, db, payment)
}
