import {
  type Claims,
  lastFinishedYear,
  lodgementTexts,
  lodgementYears,
  sydneyDay,
  taxFileNumberRemoved,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { mayMailStranger } from '#platform/mail/unverified-addresses.ts'
import { confirmation } from './mails.ts'
import { newReference } from './reference.ts'
import { rowOf } from './row.ts'
import { findReferenceByKey, insertUnlessTaken } from './store.ts'
import { withoutNumbers } from './without-numbers.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'limits' | 'mail' | 'now' | 'secrets'>
type Receipt = { message: string; reference: string; warning?: string }

export function today({ now }: Pick<Deps, 'now'>): string {
  return sydneyDay(now())
}

/** What the form asks here and now. */
export function formFor({ config, now }: Pick<Deps, 'config' | 'now'>) {
  return {
    asksMyGovPassword: config.LODGEMENT_ASKS_MYGOV_PASSWORD,
    incomeYears: lodgementYears(today({ now })),
    defaultIncomeYear: lastFinishedYear(today({ now })),
  }
}

/** Stores a lodgement and confirms it by mail. The same `idempotencyKey` stores it once and answers alike. */
export async function lodge(deps: Needs, sent: Claims, idempotencyKey: string | undefined): Promise<Receipt> {
  const { given, isShorter } = withoutNumbers(sent)
  const warning = isShorter && { warning: taxFileNumberRemoved }
  const mayConfirm = await mayMailStranger(deps, given.email)
  return inTransaction(deps.db, async (db) => {
    const fresh = { id: newId(), createdAt: deps.now(), idempotencyKey: idempotencyKey ?? null }
    for (;;) {
      const earlier = idempotencyKey && (await findReferenceByKey(db, idempotencyKey))
      if (earlier) return { ...receiptOf(earlier), ...warning }
      const reference = newReference()
      const row = rowOf(deps, { ...fresh, reference }, given)
      if (!(await insertUnlessTaken(db, row))) continue
      if (mayConfirm) await deps.mail.queue(db, confirmation(deps.config, row))
      return { ...receiptOf(reference), ...warning }
    }
  })
}

function receiptOf(reference: string): Receipt {
  return { message: lodgementTexts.sent, reference }
}
