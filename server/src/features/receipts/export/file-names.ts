import { extensionOf, fileTypes, purchaseDay, receiptTitle } from '@docketbox/contract'
import { cleanTitle, defaultTitle, truncate } from '../titles.ts'
import type { ExportedFile } from './store.ts'

/** Device names that Windows reserves. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const MAX_STEM_LENGTH = 120

/** The name to save a file under: its title with the extension of its actual type. */
export function downloadName(title: string, type: string): string {
  const { stem, extension } = parts(title, type)
  return `${stem}.${extension}`
}

/**
 * The path of a file in a zip: its category as the folder, then its day, title and six characters of its id, which make
 * it unique (many receipts share a title) and stable.
 */
export function zipName(
  category: string,
  { title, type, fileId, day }: { title: string; type: string; fileId: string; day: string },
): string {
  const { stem, extension } = parts(title, type)
  return `${safePart(category)}/${day} ${stem} ${fileId.slice(-6)}.${extension}`
}

/** The path of a receipt's file in a zip: purchase date (otherwise day of capture), supplier and amount (decision 40). */
export function receiptZipName(file: ExportedFile): string {
  const { category, description, type, fileId, capturedOn } = file
  const title = cleanTitle(receiptTitle({ description, facts: file })) ?? defaultTitle(type)
  return zipName(category, { title, type, fileId, day: purchaseDay(file) ?? capturedOn })
}

function parts(title: string, type: string): { stem: string; extension: string } {
  const current = /\.([^.]{1,8})$/.exec(title)?.[1]?.toLowerCase()
  const owner = fileTypes.find(({ extensions }) => extensions.some((extension) => extension === current))
  return {
    stem: safePart(owner ? title.slice(0, -current!.length - 1) : title),
    extension: owner?.type === type ? current! : extensionOf(type),
  }
}

/** A path segment that every system accepts. Titles have no control characters or direction marks. */
function safePart(text: string): string {
  const safe = truncate(text.replace(/[<>:"/\\|?*]/g, '_'), MAX_STEM_LENGTH)
    .replace(/[. ]+$/, '')
    .trimStart()
  return safe === '' || RESERVED.test(safe) ? `_${safe}` : safe
}
