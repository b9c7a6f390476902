import {
  type ContactMessage,
  contactTexts,
  taxFileNumberRemoved,
  withoutTaxFileNumbers,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { mayMailStranger } from '#platform/mail/unverified-addresses.ts'
import { acknowledgement, messageForUs } from './mails.ts'
import { insertMessage } from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'limits' | 'mail' | 'now'>

/** Keeps a message, sends it to us and an acknowledgement to its sender. */
export async function receiveMessage(
  deps: Needs,
  { website, ...given }: ContactMessage,
): Promise<{ message: string; warning?: string }> {
  const message = { ...given, feedback: withoutTaxFileNumbers(given.feedback) }
  const isShorter = message.feedback !== given.feedback
  const done = { message: contactTexts.sent, ...(isShorter && { warning: taxFileNumberRemoved }) }
  if (website) return done
  const { config } = deps
  const mayAnswer = await mayMailStranger(deps, message.email)
  await inTransaction(deps.db, async (db) => {
    await insertMessage(db, { ...message, id: newId(), createdAt: deps.now() })
    await deps.mail.queue(db, messageForUs(config, message))
    if (mayAnswer) await deps.mail.queue(db, acknowledgement(config, message.email))
  })
  return done
}
