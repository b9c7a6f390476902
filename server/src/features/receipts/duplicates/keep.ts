import { type Parsed, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'

type Input = Parsed<typeof receiptEndpoints.keepDuplicate>['body']

/**
 * Stops warning that a draft or receipt is like another one, or warns again.
 * @throws Refusal when it doesn't exist.
 */
export async function keepDuplicate(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
  input: Input,
): Promise<{ isKept: boolean }> {
  const isDraft = 'draft' in input
  const { numUpdatedRows } = await db
    .updateTable(isDraft ? 'drafts' : 'receipts')
    .set({ duplicateKept: input.isKept })
    .where('ownerId', '=', ownerId)
    .where('id', '=', isDraft ? input.draft : input.receipt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal(isDraft ? receiptRefusals.draftNotFound : receiptRefusals.notFound)
  return { isKept: input.isKept }
}
