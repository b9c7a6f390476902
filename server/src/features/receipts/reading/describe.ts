import type {
  Draft,
  ReadFields,
  Reading,
  Receipt,
  ReceiptDetails,
  SuggestedCategory,
} from '@docketbox/contract'
import { listCategories } from '#features/categories'
import { findReadings, guessCategory, isReadable, type ReadingRow } from '#features/reading'
import type { Deps } from '#platform/config/deps.ts'
import type { Scope } from '#platform/security/scope.ts'
import { findOriginalHashes } from '../adjusting/store.ts'
import { duplicatesOfDrafts, duplicatesOfReceipts } from '../duplicates/find.ts'
import { waitingPhotos } from '../duplicates/fingerprints.ts'
import { presentDraft, presentReceipt } from '../present.ts'
import { currentFiles, type FiledReceipt } from '../store.ts'
import type { DraftRow } from '../upload/drafts-store.ts'
import { type CorrectedReading, learningFor } from './learning.ts'

type DescribeDeps = Pick<Deps, 'db'> & { reader: Pick<Deps['reader'], 'status'> }
/** What it takes to present receipts. */
export type ReceiptDeps = DescribeDeps & Pick<Deps, 'taxRules'>

/**
 * Drafts as the API returns them, with what was read and where to file them. Until an adjusted copy has been read, which
 * may never happen, what was read from its original is shown to be checked.
 */
export async function describeDrafts(
  { db, reader }: DescribeDeps,
  ownerId: string,
  drafts: DraftRow[],
): Promise<Draft[]> {
  // The original of a part shows other receipts too.
  const adjusted = drafts.filter(({ adjustedAt, splitFrom }) => adjustedAt && !splitFrom)
  const originals = await findOriginalHashes(
    db,
    ownerId,
    adjusted.map(({ id }) => id),
  )
  const hashes = [...drafts.map(({ sha256 }) => sha256), ...originals.values()]
  const readings = await findReadings(db, ownerId, hashes)
  const isOff = (await reader.status()) !== 'ready'
  const fields = readings.flatMap((reading) => reading.fields ?? [])
  const applyLearning = await learningFor(db, ownerId, fields)
  const categories = fields.length > 0 ? await listCategories(db) : []
  // Before the duplicates: once a photo has been compared, its duplicates are known.
  const comparing = await waitingPhotos(
    db,
    ownerId,
    drafts.map(({ sha256 }) => sha256),
  )
  const readingOf = (hash: Buffer) => readings.find(({ sha256 }) => sha256.equals(hash))
  const read = drafts.map((draft) => {
    const row = readingOf(draft.sha256)
    if (row?.fields) return { draft, row, text: row.text, corrected: applyLearning(row.fields) }
    const original = originals.get(draft.id)
    const earlier = original && readingOf(original)
    // Of several receipts, the copy may show any.
    if (!earlier?.fields || earlier.receipts) return { draft, row }
    return { draft, row, text: earlier.text, corrected: toCheck(applyLearning(earlier.fields)) }
  })
  const duplicates = await duplicatesOfDrafts(
    db,
    ownerId,
    read.map(({ draft: { id }, corrected }) => ({ id, supplier: corrected?.fields.supplier?.value })),
  )
  return read.map(({ draft, row, text, corrected }) => {
    const duplicateOf = duplicates.get(draft.id)
    return presentDraft(draft, {
      ...(comparing.has(draft.sha256.toString('hex')) && { isComparing: true }),
      ...(duplicateOf && { duplicateOf }),
      reading: { state: stateOf(draft, row, isOff), fields: corrected?.fields ?? null },
      ...(row?.state === 'done' && row.receipts && { splitsInto: row.receipts.length }),
      suggestedCategory: suggestCategory(corrected, text ?? '', categories),
    })
  })
}

export async function describeDraft(deps: DescribeDeps, ownerId: string, draft: DraftRow): Promise<Draft> {
  const [described] = await describeDrafts(deps, ownerId, [draft])
  return described!
}

/** A draft of a file that the owner never had before: nothing is known about it yet. */
export async function describeNewDraft(
  { reader }: Pick<Deps, 'reader'>,
  draft: DraftRow,
  { isComparing }: { isComparing: boolean },
): Promise<Draft> {
  const isOff = (await reader.status()) !== 'ready'
  return presentDraft(draft, {
    ...(isComparing && { isComparing }),
    reading: { state: stateOf(draft, undefined, isOff), fields: null },
    suggestedCategory: null,
  })
}

/** Reading progress. A file without text we can read counts as failed. */
export function stateOf(
  file: { type: string; preview: string },
  row: ReadingRow | undefined,
  isOff: boolean,
): Reading['state'] {
  if (row?.state === 'done' || row?.state === 'failed') return row.state
  if (isOff) return 'off'
  return isReadable(file) ? 'waiting' : 'failed'
}

/** What was read, to be checked: it's from another picture. */
function toCheck(corrected: CorrectedReading): CorrectedReading {
  const fields = Object.entries(corrected.fields).map(([name, read]) => [
    name,
    read && { ...read, confidence: 0, level: 'check', box: null },
  ])
  return { ...corrected, fields: Object.fromEntries(fields) as ReadFields }
}

function suggestCategory(
  corrected: CorrectedReading | undefined,
  text: string,
  categories: readonly { id: string }[],
): SuggestedCategory | null {
  if (corrected?.habit) return { category: corrected.habit.categoryId, receipts: corrected.habit.receipts }
  const position = guessCategory(corrected?.fields.supplier?.value ?? '', text)
  const category = position === undefined ? undefined : categories[position - 1]
  return category ? { category: category.id, receipts: 0 } : null
}

/**
 * Receipts as the API returns them, with their originals and whether they're still being read. Originals may be of
 * a year that isn't shared, so guests aren't told.
 */
export async function describeReceipts(
  { db, reader, taxRules }: ReceiptDeps,
  { ownerId, incomeYears }: Scope,
  receipts: readonly FiledReceipt[],
): Promise<Receipt[]> {
  if (incomeYears !== 'all') return receipts.map((receipt) => presentReceipt(receipt, taxRules))
  const ids = receipts.filter(({ mayBeDuplicate }) => mayBeDuplicate).map(({ id }) => id)
  const duplicates = await duplicatesOfReceipts(db, ownerId, ids)
  const isOff = (await reader.status()) !== 'ready'
  return receipts.map((receipt) => {
    const presented = presentReceipt(receipt, taxRules)
    const duplicateOf = duplicates.get(receipt.id)
    const isReading = receipt.isReading === true && !isOff
    // Copying every receipt would make lists slower.
    if (!isReading && !duplicateOf) return presented
    return { ...presented, ...(isReading && { isReading }), ...(duplicateOf && { duplicateOf }) }
  })
}

/** The state of reading each file of a receipt, and its values. */
export async function readingsOf(
  { db, reader }: DescribeDeps,
  ownerId: string,
  receiptId: string,
): Promise<ReceiptDetails['readings']> {
  const files = await currentFiles(db, ownerId, receiptId)
  const rows = await findReadings(
    db,
    ownerId,
    files.map(({ sha256 }) => sha256),
  )
  const isOff = (await reader.status()) !== 'ready'
  return files.map((file) => {
    const row = rows.find(({ sha256 }) => sha256.equals(file.sha256))
    // Filed before this server read receipts: nothing waits until someone asks.
    const state = row ? stateOf(file, row, isOff) : 'off'
    return { file: file.fileId, state, fields: row?.fields ?? null }
  })
}
