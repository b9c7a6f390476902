import { type DeductionLabel, type LabelAnswers, suggestLabel, type WorkKind } from '@docketbox/contract'
import { sql } from 'kysely'
import { answersIn, taxProfilesOf } from '#features/tax-profiles'
import { followSuggestedLabels } from '#features/years'
import type { Db } from '#platform/database/database.ts'
import type { ReceiptRow } from '../store.ts'

type LabelFacts = Pick<ReceiptRow, 'categoryId' | 'description' | 'supplier'> & {
  labelAnswers?: LabelAnswers
  isReimbursed?: boolean | null
}
type LabelRow = LabelFacts & Pick<ReceiptRow, 'incomeYear' | 'taxProfiles'>

/** Suggests a label for a receipt, with the questions that decide it. */
export function suggestionFor(row: LabelRow) {
  return suggestionOf(row, answersIn(row.taxProfiles, row.incomeYear).work)
}

/** @param work how its owner earns in the receipt's income year. */
export function suggestionOf(row: LabelFacts, work: WorkKind | null) {
  const { categoryId, description, supplier, labelAnswers, isReimbursed = null } = row
  // It's a fact of the receipt, but a question can also ask for it.
  const paidBack = isReimbursed === null ? {} : { paidBack: isReimbursed ? 'yes' : 'no' }
  const answers = { ...labelAnswers, ...paidBack }
  return suggestLabel({
    category: categoryId,
    description,
    supplier,
    answers,
    work,
  })
}

export function suggestedLabel(row: LabelRow): DeductionLabel | null {
  return suggestionFor(row).label
}

const BATCH_SIZE = 1000

type StoredLabel = LabelRow & { id: string; ownerId: string; current: DeductionLabel | null }

// Only what decides a label, and without the plugin: there may be thousands of rows.
const storedLabels = sql`select id, owner_id as "ownerId", category_id as "categoryId", description, supplier,
  label_answers as "labelAnswers", is_reimbursed as "isReimbursed", label_suggested as current,
  income_year as "incomeYear", ${taxProfilesOf(sql`receipts.owner_id`)} as "taxProfiles" from receipts`

/**
 * Suggests the labels of receipts again after a change they depend on.
 * @param db a transaction that has locked them.
 * @returns those that are different now.
 */
export async function refreshLabels(db: Db, ownerId: string, ids: readonly string[]) {
  const { rows } = await sql<StoredLabel>`${storedLabels}
    where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id`.execute(db.withoutPlugins())
  const changed = []
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    changed.push(...(await updateLabels(db, ownerId, rows.slice(from, from + BATCH_SIZE))))
  return changed
}

/**
 * Suggests the labels of receipts again if we'd suggest others now, before their owner changes them: that isn't their change.
 * @param db a transaction that has locked them.
 */
export async function refreshOutdatedLabels(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  await followSuggestedLabels(db, ownerId, await refreshLabels(db, ownerId, ids))
}

/**
 * Suggests the label of a receipt again, as `refreshOutdatedLabels` does.
 * @param db a transaction that has locked it.
 * @returns it with the label.
 */
export async function withCurrentLabel<Row extends ReceiptRow>(
  db: Db,
  ownerId: string,
  row: Row,
): Promise<Row> {
  const [current, labelSuggested] = [row.labelSuggested, suggestedLabel(row)]
  if (labelSuggested === current) return row
  await followSuggestedLabels(db, ownerId, await updateLabels(db, ownerId, [{ ...row, ownerId, current }]))
  return { ...row, labelSuggested }
}

type Move = { ids: readonly string[]; category: string; at: Date }

/**
 * Moves receipts to a category, with the labels that we suggest there. At once, because what a receipt was claimed as is
 * stored before a change by its owner.
 * @param db a transaction that has locked them.
 */
export async function moveReceipts(db: Db, ownerId: string, { ids, category, at }: Move): Promise<void> {
  const { rows } = await sql<StoredLabel>`${storedLabels}
    where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id`.execute(db.withoutPlugins())
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE)
    const labels = batch.map((row) => suggestedLabel({ ...row, categoryId: category }))
    await sql`update receipts set category_id = ${category}, label_suggested = input.label, updated_at = ${at}
      from unnest(${batch.map(({ id }) => id)}::uuid[], ${labels}::text[]) as input (id, label)
      where receipts.owner_id = ${ownerId} and receipts.id = input.id`.execute(db)
  }
}

/**
 * Suggests the labels of an owner's next receipts again, after a change that isn't one of the receipts.
 * @param db a transaction.
 * @returns the id of the last one; undefined if there are no more.
 */
export async function refreshNextLabels(db: Db, ownerId: string, after: string): Promise<string | undefined> {
  const { rows } = await sql<StoredLabel>`${storedLabels}
    where owner_id = ${ownerId} and id > ${after} order by id limit ${BATCH_SIZE} for no key update`.execute(
    db.withoutPlugins(),
  )
  await followSuggestedLabels(db, ownerId, await updateLabels(db, ownerId, rows))
  return rows.at(-1)?.id
}

/** A receipt in the order of owners. */
export type Position = { ownerId: string; id: string }

/**
 * The owners of receipts whose stored label isn't the one we suggest now.
 * @param after the receipts that follow it, of any owner, are looked at, a batch at a time.
 */
export async function findOutdated(
  db: Db,
  { ownerId, id }: Position,
): Promise<{ owners: Set<string>; last: Position | undefined }> {
  const { rows } = await sql<StoredLabel>`${storedLabels}
    where (owner_id, id) > (${ownerId}, ${id}) order by owner_id, id limit ${BATCH_SIZE}`.execute(
    db.withoutPlugins(),
  )
  const outdated = rows.filter((row) => row.current !== suggestedLabel(row))
  return { owners: new Set(outdated.map(({ ownerId }) => ownerId)), last: rows.at(-1) }
}

async function updateLabels(db: Db, ownerId: string, rows: readonly StoredLabel[]) {
  const changed = rows
    .map((row) => ({ id: row.id, current: row.current, label: suggestedLabel(row) }))
    .filter(({ current, label }) => current !== label)
  if (changed.length === 0) return []
  await sql`update receipts set label_suggested = input.label
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ label }) => label)}::text[]) as input (id, label)
    where receipts.owner_id = ${ownerId} and receipts.id = input.id`.execute(db)
  return changed
}
