import { type Expression, sql, type SqlBool } from 'kysely'
import { escapeLike } from '#platform/database/queries/like.ts'

/** `email` is a part of it. */
export type Match =
  | { email: string }
  | { owner: string }
  | { id: string }
  | { providerId: string }
  | { invoiceNumber: number }
  | { noteNumber: number }
  /** The number of an invoice or adjustment note without its letters, or a part of the email. */
  | { digits: string }

/** The condition for rows of `payments`. */
export function isMatch(match: Match): Expression<SqlBool> {
  if ('email' in match) return sql<boolean>`lower(buyer_email) like ${patternOf(match.email)}`
  if ('owner' in match) return sql<boolean>`owner_id = ${match.owner}`
  // Refunds and disputes, which exports join, have IDs too.
  if ('id' in match) return sql<boolean>`payments.id = ${match.id}`
  if ('invoiceNumber' in match) return sql<boolean>`invoice_number = ${match.invoiceNumber}`
  // An array, so that an index also finds it together with other conditions.
  if ('noteNumber' in match)
    return sql<boolean>`payments.id = any(array(select payment_id from adjustment_notes where number = ${match.noteNumber}))`
  if ('digits' in match) {
    const { digits } = match
    const number = Number(digits)
    return sql<boolean>`(${isMatch({ invoiceNumber: number })} or ${isMatch({ noteNumber: number })} or ${isMatch({ email: digits })})`
  }
  const { providerId } = match
  return sql<boolean>`(provider_intent_id = ${providerId} or provider_invoice_id = ${providerId})`
}

export function patternOf(part: string): string {
  return `%${escapeLike(part.toLowerCase())}%`
}
