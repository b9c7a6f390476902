import {
  type FactName,
  type FactSources,
  isGstOf,
  mergeReadFields,
  maxGstCents,
  type Parsed,
  readField,
  type ReadFields,
  type receiptEndpoints,
  newZealandDay,
} from '@docketbox/contract'
import { findReadings } from '#features/reading'
import type { Db } from '#platform/database/database.ts'
import { invalidInput } from '#platform/http/route.ts'
import { yearIncurred } from '../days.ts'
import { suggestedLabel } from '../labels/suggested.ts'
import { recordDecisions } from '../reading/store.ts'
import * as store from '../store.ts'

type FactsEdit = Omit<Parsed<typeof receiptEndpoints.editFacts>['body'], 'known'>

/**
 * Changes the facts of a receipt, and records whether the owner kept or corrected values that were read.
 * @param db a transaction that has locked the receipt.
 * @throws Refusal when a date is in the future or GST exceeds its share of the total.
 */
export async function changeFacts(
  db: Db,
  ownerId: string,
  id: string,
  { edit, at }: { edit: FactsEdit; at: Date },
): Promise<void> {
  const receipt = (await store.findReceipt(db, ownerId, id))!
  const changes: Partial<store.ReceiptRow> = Object.fromEntries(
    Object.entries(edit).filter(([, value]) => value !== undefined),
  )
  const files = await store.currentFiles(db, ownerId, id)
  const readings = await findReadings(
    db,
    ownerId,
    files.map(({ sha256 }) => sha256),
    { isLocked: true },
  )
  const read = mergeReadFields(readings.flatMap(({ fields }) => fields ?? []))
  const names = Object.keys(changes) as FactName[]
  const { totalCents } = changes
  const isGstOutdated =
    typeof totalCents === 'number' && read.gstCents !== null && !isGstOf(totalCents, read.gstCents)
  // GST that was read with a misread total isn't its user's.
  const isGstDropped = isGstOutdated && receipt.sources.gstCents === 'read' && !names.includes('gstCents')
  if (isGstDropped) changes.gstCents = null
  const sources = { ...receipt.sources, ...sourcesOf(names, changes, read) }
  if (isGstDropped) delete sources.gstCents
  const changed = { ...receipt, ...followSupplier(receipt, edit), ...changes }
  checkFacts(changed, newZealandDay(at))
  const suggestions = Object.fromEntries(
    Object.entries(receipt.suggestions ?? {}).filter(
      ([name]) => !names.includes(name as FactName) && !(name === 'gstCents' && isGstOutdated),
    ),
  )
  const isDescribed =
    edit.description !== undefined &&
    (edit.description !== receipt.description || receipt.sources.description === 'default')
  const hasSuggestions = Object.keys(suggestions).length > 0
  await store.updateReceipt(db, ownerId, id, {
    ...changes,
    description: changed.description,
    sources: JSON.stringify(sources),
    suggestions: hasSuggestions ? JSON.stringify(suggestions) : null,
    labelSuggested: suggestedLabel({ ...changed, incomeYear: yearIncurred(changed) }),
    ...(isDescribed && { describedAt: at }),
    updatedAt: at,
  })
  const decisions = readField.options
    .filter((name) => names.includes(name) && read[name])
    .map((name) => ({
      receiptId: id,
      field: name,
      level: read[name]!.level,
      readValue: String(read[name]!.value),
      keptValue: changed[name] === null ? null : String(changed[name]),
      decidedAt: at,
    }))
  await recordDecisions(db, ownerId, decisions)
}

/** A receipt that was named after its supplier is named after the corrected one. */
function followSupplier(
  { description, sources, supplier, suggestions }: store.ReceiptRow,
  edit: FactsEdit,
): { description?: string } {
  const isNamedAfter =
    sources.description === 'default' && description === (supplier ?? suggestions?.supplier)
  return isNamedAfter && edit.supplier ? { description: edit.supplier } : {}
}

function sourcesOf(names: FactName[], changed: Partial<store.ReceiptRow>, read: ReadFields): FactSources {
  const isConfirmed = (name: FactName) =>
    readField.options.some((readName) => readName === name && read[readName]?.value === changed[readName])
  return Object.fromEntries(names.map((name) => [name, isConfirmed(name) ? 'confirmed' : 'typed']))
}

function checkFacts(
  { totalCents, gstCents, currency, documentDate, paidDate }: store.ReceiptRow,
  latest: string,
): void {
  const isKnown = gstCents !== null && totalCents !== null
  // In New Zealand it's 15%.
  const isTooMuch = currency === 'AUD' && isKnown && gstCents > maxGstCents(totalCents)
  const isAboveTotal = isKnown && gstCents > totalCents
  const isFuture = (day: string | null) => day !== null && day > latest
  const fields = {
    ...(isAboveTotal && { gstCents: 'GST can’t be more than the total.' }),
    ...(isTooMuch && { gstCents: 'GST can’t be more than 1/11 of the total.' }),
    ...(isFuture(documentDate) && { documentDate: 'This date is in the future.' }),
    ...(isFuture(paidDate) && { paidDate: 'This date is in the future.' }),
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
