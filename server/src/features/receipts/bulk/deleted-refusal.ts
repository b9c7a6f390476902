import { receiptRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'
import type { ReceiptRow } from '../store.ts'
import { truncate } from '../titles.ts'

const MAX_NAMES = 5
const MAX_NAME_LENGTH = 60

/**
 * Refuses to change receipts that another device has deleted meanwhile. The message names them; `fields` has their paths in
 * the request.
 * @param ids those to change.
 * @param receipts those of them that exist.
 */
export function deletedRefusal(
  ids: readonly string[],
  receipts: readonly Pick<ReceiptRow, 'id' | 'deletedAt' | 'supplier' | 'description'>[],
): Refusal | undefined {
  const inBin = receipts.filter(({ deletedAt }) => deletedAt !== null)
  const missing = new Set(ids).size - receipts.length
  const count = missing + inBin.length
  if (count === 0) return undefined
  const usable = new Set(receipts.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id))
  const { notFound, inTrash } = receiptRefusals
  const fields = Object.fromEntries(
    ids.flatMap((id, index) => (usable.has(id) ? [] : [[`ids.${index}`, notFound.message] as const])),
  )
  const sentences = [
    ...(inBin.length > 0 ? [`${namesOf(inBin)} ${inBin.length === 1 ? 'is' : 'are'} in the bin.`] : []),
    ...(missing > 0 ? [`We couldn’t find ${missing} of these receipts.`] : []),
    `Nothing has changed yet. Try again without ${count === 1 ? 'it' : 'them'}.`,
  ]
  return new Refusal(missing > 0 ? notFound : inTrash, { fields, message: sentences.join(' ') })
}

function namesOf(receipts: readonly Pick<ReceiptRow, 'supplier' | 'description'>[]): string {
  const names = receipts.map(({ supplier, description }) =>
    truncate(supplier ?? description, MAX_NAME_LENGTH),
  )
  const others = names.length - MAX_NAMES
  const more = others > 0 ? [`${others} more`] : []
  return new Intl.ListFormat('en-AU').format([...names.slice(0, MAX_NAMES), ...more])
}
