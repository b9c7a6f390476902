import { HOUR_MS } from '@docketbox/contract/core/units'
import {
  type contactEndpoints,
  type ContactMessage,
  contactRefusals,
  contactTexts,
  type Output,
  taxFileNumberRemoved,
  withoutTaxFileNumbers,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { mailOperators } from '#platform/mail/operators.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { acknowledgement, contactMail, waitingMessagesMail } from './mails.ts'
import { hasMessage, insertMessage, lockMessage } from './store.ts'

type ContactDeps = Pick<Deps, 'config' | 'db' | 'limits' | 'mail' | 'now' | 'publicUrl'>

/** For all senders together. Above it, messages wait in the administrators' inbox, and one mail says so. */
const mailLimit = { max: 60, windowSeconds: 60 * 60 }
const noticeLimit = { max: 1, windowSeconds: 60 * 60 }

/** Stores a contact message, mails it to us and confirms it to its sender. */
export async function receiveMessage(
  deps: ContactDeps,
  { website, ...input }: ContactMessage,
): Promise<Output<typeof contactEndpoints.send>> {
  if (website) throw new Refusal(contactRefusals.trapFilled)
  const message = { ...input, feedback: withoutTaxFileNumbers(input.feedback) }
  const isRedacted = message.feedback !== input.feedback
  const response = { message: contactTexts.sent, ...(isRedacted && { warning: taxFileNumberRemoved }) }
  // Sent again: the first response may have been lost.
  const isRepeated = (db: Db) => hasMessage(db, message, new Date(+deps.now() - HOUR_MS))
  if (await isRepeated(deps.db)) return { ...response, isConfirmed: false }
  const canMail = await deps.limits.tryConsume('contact mail', 'everyone', mailLimit)
  const mustNotify = !canMail && (await deps.limits.tryConsume('contact notice', 'everyone', noticeLimit))
  const canConfirm = canMail && (await tryCountMailTo(deps, message.email, { enteredBy: 'visitor' }))
  const isConfirmed = await inTransaction(deps.db, async (db) => {
    // Another tab may send it at the same time.
    await lockMessage(db, message)
    if (await isRepeated(db)) return false
    await insertMessage(db, { ...message, id: newId(), createdAt: deps.now() })
    if (canMail) await deps.mail.queue(db, contactMail(deps.config, message))
    if (mustNotify) await mailOperators(deps, db, waitingMessagesMail(deps))
    if (canConfirm) await deps.mail.queue(db, acknowledgement(deps.config, message.email))
    return canConfirm
  })
  return { ...response, isConfirmed }
}
