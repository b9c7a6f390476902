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
  /** At least one of these. */
  | { either: readonly Match[] }

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
  if ('either' in match) return sql<boolean>`(${sql.join(match.either.map(isMatch), sql` or `)})`
  const { providerId } = match
  return sql<boolean>`(provider_intent_id = ${providerId} or provider_invoice_id = ${providerId})`
}

export function patternOf(part: string): string {
  return `%${escapeLike(part.toLowerCase())}%`
}
