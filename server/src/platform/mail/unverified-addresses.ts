import { createHash } from 'node:crypto'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'

const limit = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Whether one more mail may go to an address typed into a public form. Anyone can type anyone's
 * address, so there is an end to how many such mails one person gets in a day, from wherever they are caused.
 */
export async function canMailUnverified({ limits }: Pick<Deps, 'limits'>, email: string): Promise<boolean> {
  const key = createHash('sha256').update(mailboxOf(email)).digest('base64url')
  try {
    await limits.consume('mail to a stranger', key, limit)
    return true
  } catch (thrown) {
    if (thrown instanceof Refusal) return false
    throw thrown
  }
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Where an address leads: a tag behind a plus is the owner's own, and so are, at some, the dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  const host = email.slice(at + 1).toLowerCase()
  return `${DOTLESS.has(host) ? name.replaceAll('.', '') : name}@${host}`
}
