import { type DeductionLabel, type LabelAnswers, suggestLabel, type TaxProfile } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type ReceiptRow, receiptColumns } from '../store.ts'

type LabelRow = Pick<ReceiptRow, 'categoryId' | 'description' | 'supplier'> & {
  labelAnswers?: LabelAnswers
  isReimbursed?: boolean | null
  taxProfile: TaxProfile | null
}

/** Suggests a label for a receipt, with the questions that decide it. */
export function suggestionFor(row: LabelRow) {
  const { categoryId, description, supplier, labelAnswers, isReimbursed = null, taxProfile } = row
  // A fact of the receipt, which a question can ask for, too.
  const paidBack = isReimbursed === null ? {} : { paidBack: isReimbursed ? 'yes' : 'no' }
  const answers = { ...labelAnswers, ...paidBack }
  return suggestLabel({
    category: categoryId,
    description,
    supplier,
    answers,
    work: taxProfile?.work ?? null,
  })
}

export function suggestedLabel(row: LabelRow): DeductionLabel | null {
  return suggestionFor(row).label
}

const BATCH = 1000

/**
 * Suggests the labels of receipts again after what they depend on has changed.
 * @param db a transaction that has locked them.
 * @param ids all of the owner's receipts if undefined.
 */
export async function refreshLabels(db: Db, ownerId: string, ids?: readonly string[]): Promise<void> {
  const rows = (await db
    .selectFrom('receipts')
    .select(receiptColumns)
    .where('ownerId', '=', ownerId)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .orderBy('id')
    .execute()) as ReceiptRow[]
  const changed = rows
    .map((row) => ({ id: row.id, current: row.labelSuggested, label: suggestedLabel(row) }))
    .filter(({ current, label }) => current !== label)
  for (let from = 0; from < changed.length; from += BATCH) {
    const batch = changed.slice(from, from + BATCH)
    await sql`update receipts set label_suggested = input.label
      from unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ label }) => label)}::text[]) as input (id, label)
      where receipts.owner_id = ${ownerId} and receipts.id = input.id`.execute(db)
  }
}
