import {
  type FactSources,
  type FactSuggestions,
  isGstOf,
  maxGstCents,
  mergeReadFields,
  readField,
  type ReadField,
  type ReadFields,
  wasInReturn,
} from '@docketbox/contract'
import { findReadings, readPurchase } from '#features/reading'
import { findLodgedReturn, findInYearSince } from '#features/years'
import type { Db } from '#platform/database/database.ts'
import { yearIncurred } from '../days.ts'
import { suggestedLabel } from '../labels/suggested.ts'
import * as receipts from '../store.ts'
import { type CorrectedReading, learningFor } from './learning.ts'

/** Facts with their sources, and what is suggested for the others. */
type Facts = Pick<receipts.ReceiptRow, ReadField | 'description' | 'workUsePercent'>
type Change = Partial<Facts> & { sources: FactSources; suggestions: FactSuggestions | null }

/**
 * Fills in what the files of a receipt say: `sure` values become facts, others are suggested. What the owner typed,
 * accepted or cleared stays. So does everything about a receipt that was in its income year when the return was lodged. Until
 * one of the files has been read, what was read from the ones they replaced is only suggested.
 * @param db a transaction.
 */
export async function applyReadings(db: Db, ownerId: string, receiptId: string): Promise<void> {
  const receipt = await receipts.lockReceipt(db, ownerId, receiptId)
  if (!receipt) return
  const hashes = receipt.files.map(({ sha256 }) => sha256)
  const readings = await findReadings(db, ownerId, hashes, { isLocked: true })
  const fields = readings.flatMap((reading) => reading.fields ?? [])
  const isOfReplaced = fields.length === 0
  if (isOfReplaced && !Object.values(receipt.sources).includes('read')) return
  const merged = mergeReadFields(fields)
  const applyLearning = await learningFor(db, ownerId, [merged])
  const purchase = readPurchase(readings.map(({ text }) => text ?? '').join('\n'))
  const inYearSince = await findInYearSince(db, ownerId, receiptId)
  const lodgedReturn = await findLodgedReturn(db, ownerId, receipt.incomeYear)
  const wasLodged = wasInReturn({ ...receipt, inYearSince }, lodgedReturn)
  const read = isOfReplaced ? earlierReading(receipt) : { ...applyLearning(merged), purchase }
  const change = changeOf(receipt, { ...read, wasLodged })
  const changed = { ...receipt, ...change }
  await receipts.updateReceipt(db, ownerId, receiptId, {
    ...change,
    labelSuggested: suggestedLabel({ ...changed, incomeYear: yearIncurred(changed) }),
    sources: JSON.stringify(change.sources),
    suggestions: change.suggestions && JSON.stringify(change.suggestions),
  })
}

/**
 * Whether a file was read already. One that is being read waits for the transaction `db`, and is then applied by the
 * job that reads it.
 */
export async function isRead(db: Db, ownerId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const readings = await findReadings(db, ownerId, hashes, { isLocked: true })
  return readings.some(({ fields }) => fields)
}

/** What was read from files that have been replaced. */
function earlierReading({ sources, suggestions, ...facts }: receipts.FiledReceipt): Read {
  const fields = readField.options.map((name) => {
    const value = sources[name] === 'read' ? facts[name] : (suggestions?.[name] ?? null)
    return [name, value === null ? null : { value, confidence: 0, level: 'check', box: null, origin: 'read' }]
  })
  const workUsePercent = suggestions?.workUsePercent ?? null
  return { fields: Object.fromEntries(fields) as ReadFields, workUsePercent }
}

type Read = Pick<CorrectedReading, 'fields' | 'workUsePercent'> & {
  purchase?: string | undefined
  /** Whether what's read is only suggested, even if it's sure. */
  wasLodged?: boolean
}

/** Pure: what changes about a receipt when it's read. */
export function changeOf(
  receipt: Facts & { sources: FactSources },
  { fields, workUsePercent, purchase, wasLodged = false }: Read,
): Change {
  const sources = { ...receipt.sources }
  const suggestions: FactSuggestions = {}
  const change: Partial<Facts> = {}
  for (const name of readField.options) {
    if (sources[name] !== undefined && sources[name] !== 'read') continue
    const read = fields[name]
    if (wasLodged) {
      if (read && read.value !== receipt[name]) Object.assign(suggestions, { [name]: read.value })
      continue
    }
    const isSure = read?.level === 'sure'
    Object.assign(change, { [name]: isSure ? read.value : null })
    if (isSure) sources[name] = 'read'
    else delete sources[name]
    if (read && !isSure) Object.assign(suggestions, { [name]: read.value })
  }
  const { totalCents, gstCents } = { ...receipt, ...change }
  if (sources.gstCents === 'read' && totalCents !== null && gstCents! > maxGstCents(totalCents)) {
    change.gstCents = null
    delete sources.gstCents
  }
  if (suggestions.gstCents !== undefined && totalCents !== null && !isGstOf(totalCents, fields.gstCents!))
    delete suggestions.gstCents
  if (sources.workUsePercent === undefined && workUsePercent !== null)
    suggestions.workUsePercent = workUsePercent
  if (!wasLodged && (sources.description === 'default' || sources.description === 'read')) {
    // Without what was read, it's named again.
    const { supplier } = sources.description === 'read' ? { ...receipt, ...change } : change
    const description = purchase ?? supplier ?? suggestions.supplier
    if (description) change.description = description
    sources.description = purchase === undefined ? 'default' : 'read'
  }
  return { ...change, sources, suggestions: Object.keys(suggestions).length > 0 ? suggestions : null }
}
