import {
  type ContactMessage,
  contactTexts,
  taxFileNumberRemoved,
  withoutTaxFileNumbers,
} from '@docketbox/contract'
import type { Deps } from '#platform/deps'
import { newId } from '#platform/ids'
import { queueMail } from '#platform/mail'
import { mayMailStranger } from '#platform/mail-to-strangers'
import { acknowledgement, messageForUs } from './mails.ts'
import { insertMessage } from './store.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'jobs' | 'limits' | 'now' | 'secrets'>

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
  await deps.db.transaction().execute(async (db) => {
    await insertMessage(db, { ...message, id: newId(), createdAt: deps.now() })
    await queueMail(deps, db, messageForUs(config, message))
    if (mayAnswer) await queueMail(deps, db, acknowledgement(config, message.email))
  })
  return done
}
