import { createHash } from 'node:crypto'
import type { Deps } from '#platform/config/deps.ts'

const limit = { max: 5, windowSeconds: 24 * 60 * 60 }

/** Who entered an address. They're counted separately, so that none of them can block the others' mails. */
type Sender = 'visitor' | 'newcomer' | 'user'

/**
 * Counts a mail to an address that someone entered in a form. Anyone can enter anyone's, so one mailbox gets a limited
 * number of such mails a day.
 * @returns whether it may be sent.
 */
export function tryCountMailTo(
  { limits }: Pick<Deps, 'limits'>,
  email: string,
  { enteredBy }: { enteredBy: Sender },
): Promise<boolean> {
  const key = createHash('sha256').update(mailboxOf(email)).digest('base64url')
  return limits.tryConsume(`mail to address entered by ${enteredBy}`, key, limit)
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address, without `+tag` and, at Gmail, without dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  const host = email.slice(at + 1).toLowerCase()
  return `${DOTLESS.has(host) ? name.replaceAll('.', '') : name}@${host}`
}
