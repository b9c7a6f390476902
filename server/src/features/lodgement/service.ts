import {
  type Claims,
  lastFinishedYear,
  type lodgementEndpoints,
  lodgementRefusals,
  lodgementTexts,
  lodgementYears,
  type Output,
  sydneyDay,
  taxFileNumberRemoved,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { confirmation } from './mails.ts'
import { newReference } from './reference.ts'
import { hasAnswers, rowOf } from './row.ts'
import { findByKey, insertUnlessTaken } from './store.ts'
import { redactTaxFileNumbers } from './sending/redact.ts'
import { keepSentForm } from './sent-forms.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type LodgementDeps = Pick<Deps, 'config' | 'db' | 'limits' | 'mail' | 'now' | 'secrets'>
type Confirmation = Output<typeof lodgementEndpoints.submit>

export function today({ now }: Pick<Deps, 'now'>): string {
  return sydneyDay(now())
}

export function formSettings({ config, now }: Pick<Deps, 'config' | 'now'>) {
  return {
    asksMyGovPassword: config.LODGEMENT_ASKS_MYGOV_PASSWORD,
    incomeYears: lodgementYears(today({ now })),
    defaultIncomeYear: lastFinishedYear(today({ now })),
  }
}

/**
 * Stores a lodgement and confirms it by mail; once per `idempotencyKey`.
 * @param senderId who keeps a copy of it, when someone who is logged in sends it.
 * @throws Refusal when the key was used with other answers.
 */
export async function lodge(
  deps: LodgementDeps,
  claims: Claims,
  idempotencyKey: string | undefined,
  senderId?: string,
): Promise<Confirmation> {
  const { redacted, isChanged } = redactTaxFileNumbers(claims)
  const received = { message: lodgementTexts.sent, ...(isChanged && { warning: taxFileNumberRemoved }) }
  const enteredBy = senderId ? 'user' : 'visitor'
  // A retry mustn't use up what's left for other lodgements.
  const isRepeated = idempotencyKey !== undefined && (await findByKey(deps.db, idempotencyKey)) !== undefined
  const canConfirm = !isRepeated && (await tryCountMailTo(deps, redacted.email, { enteredBy }))
  return inTransaction(deps.db, async (db) => {
    const base = { id: newId(), createdAt: deps.now(), idempotencyKey: idempotencyKey ?? null }
    for (;;) {
      const earlier = idempotencyKey && (await findByKey(db, idempotencyKey))
      if (earlier) {
        if (!hasAnswers(deps, earlier, redacted)) throw new Refusal(lodgementRefusals.keyReused)
        // They may have logged in since they sent it.
        if (senderId) await keepSentForm(deps, db, senderId, earlier, redacted)
        return { ...received, reference: earlier.reference, isConfirmed: false }
      }
      const reference = newReference()
      const row = rowOf(deps, { ...base, reference }, redacted)
      if (!(await insertUnlessTaken(db, row))) continue
      if (senderId) await keepSentForm(deps, db, senderId, row, redacted)
      if (canConfirm) await deps.mail.queue(db, confirmation(deps.config, row))
      return { ...received, reference, isConfirmed: canConfirm }
    }
  })
}
