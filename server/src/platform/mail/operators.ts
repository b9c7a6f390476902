import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { selectActiveSuperAdmins } from '#platform/people/super-admins.ts'
import type { Mail } from './mail.ts'

/** A mail to the operator. It names records, not people. */
export type OperatorMail = Omit<Mail, 'to' | 'reason'>

/** Queues a mail to the support address and to every Super Admin who can log in, as part of the transaction `db`. */
export async function mailOperators(
  { config: { PRODUCT_NAME, SUPPORT_EMAIL }, mail }: Pick<Deps, 'config' | 'mail'>,
  db: Db,
  content: OperatorMail,
): Promise<void> {
  const titled = { ...content, subject: `${PRODUCT_NAME}: ${content.subject}` }
  const reasonFor = (what: string) => `You’re receiving this because this is ${what} of ${PRODUCT_NAME}.`
  await mail.queue(db, { ...titled, to: SUPPORT_EMAIL, reason: reasonFor('the support address') })
  const administrators = await selectActiveSuperAdmins(db)
    .select('email')
    .where('email', '<>', SUPPORT_EMAIL)
    .execute()
  for (const { email } of administrators)
    await mail.queue(db, { ...titled, to: email, reason: reasonFor('the address of an administrator') })
}
