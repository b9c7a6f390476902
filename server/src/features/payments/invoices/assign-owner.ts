import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { receiptMail } from '../mails.ts'
import * as store from '../store.ts'

type Needs = Pick<Deps, 'config' | 'mail' | 'now' | 'publicUrl'>

/**
 * The payments of a renewing plan were made by this person: they are theirs, and so are the receipts of what was paid
 * before that was known.
 */
export async function giveToOwner(
  deps: Needs,
  db: Db,
  subscriptionId: string,
  owner: store.Buyer,
): Promise<void> {
  const payments = await store.setOwner(db, subscriptionId, owner)
  const unmailed = payments.filter((payment) => payment.status === 'paid' && payment.receiptMailedAt === null)
  for (const payment of unmailed) {
    await deps.mail.queue(db, receiptMail(deps, owner, payment))
    await store.change(db, payment.id, { receiptMailedAt: deps.now() })
  }
}
