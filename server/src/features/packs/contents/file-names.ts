import { type DeductionLabel, extensionOf, formatLabel, typedAmount } from '@docketbox/contract'

/** Has the originals of assets from earlier years. */
export const EARLIER_ASSETS = 'Assets-from-earlier-years'
const UNSORTED = 'Not-sorted-yet'
const MAX_SUPPLIER_LENGTH = 50
const ID_LENGTH = 8

type NamedFile = {
  /** Instead of one for its label. */
  folder?: string | undefined
  label: DeductionLabel | null
  day: string
  supplier: string | null
  totalCents: number | null
  /** From `pageSuffix`. */
  page: string | undefined
  fileId: string
  type: string
}

/**
 * The path of an original in a pack, such as `D1-Work-related-car/2025-08-03_Ampol_68.40_9c01e7f3.jpg`: plain ASCII that every system
 * accepts, unique by the end of its id, and the same in every pack.
 */
export function originalPath({
  folder,
  label,
  day,
  supplier,
  totalCents,
  page,
  fileId,
  type,
}: NamedFile): string {
  const name = asciiPart(supplier ?? '') || 'receipt'
  const parts = [
    day,
    name,
    ...(totalCents === null ? [] : [typedAmount(totalCents)]),
    ...(page === undefined ? [] : [page]),
    fileId.slice(-ID_LENGTH),
  ]
  const labelled = label === null ? UNSORTED : asciiPart(formatLabel(label))
  return `${folder ?? labelled}/${parts.join('_')}.${extensionOf(type)}`
}

/** Letters without their accents, digits and hyphens: `Café Zoë & Co.` is `Cafe-Zoe-Co`. */
function asciiPart(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, MAX_SUPPLIER_LENGTH)
    .replace(/^-|-$/g, '')
}
