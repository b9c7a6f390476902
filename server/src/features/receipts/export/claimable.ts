import type { DeductionLabel, LabelAnswers, PrefillExpense } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** A receipt with what decides whether it may be an asset. */
type ClaimableReceipt = Omit<PrefillExpense, 'mayBeAsset'> & {
  spentCents: number | null
  labelAnswers: LabelAnswers
}

/**
 * The receipts of an income year, and of earlier ones the assets that are still claimed in it, that weren't reimbursed and
 * aren't in the bin, with what their label depends on.
 */
export function listClaimable(db: Db, ownerId: string, endingYear: number): Promise<ClaimableReceipt[]> {
  return db
    .selectFrom('receipts')
    .innerJoin('categories', 'categories.id', 'receipts.categoryId')
    .select([
      'categories.name as category',
      'receipts.supplier',
      'receipts.description',
      'receipts.spentCents',
      'receipts.claimableCents',
    ])
    .select(({ fn, eb }) => [
      fn
        .coalesce('receipts.labelConfirmed', 'receipts.labelSuggested')
        .$castTo<DeductionLabel | null>()
        .as('label'),
      eb('receipts.labelConfirmed', 'is not', null).$castTo<boolean>().as('isLabelConfirmed'),
      sql<LabelAnswers>`label_answers`.as('labelAnswers'),
      sql<boolean>`coalesce(last_claimed_year > income_year, false)`.as('isAsset'),
    ])
    .where('receipts.ownerId', '=', ownerId)
    .where(
      sql<boolean>`(income_year = ${endingYear} or income_year < ${endingYear} and last_claimed_year >= ${endingYear})`,
    )
    .where('receipts.deletedAt', 'is', null)
    .where('receipts.isReimbursed', 'is distinct from', true)
    .execute()
}
