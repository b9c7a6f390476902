import { extensionOf, fileTypes, purchaseDay, receiptName, receiptTitle } from '@docketbox/contract'
import { cleanTitle, truncate } from '../titles.ts'
import type { ExportedFile } from './store.ts'

/** Device names that Windows reserves. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const MAX_STEM_LENGTH = 140
const MAX_NAME_LENGTH = 60
/** Linux allows 255 bytes for a file name, and a Japanese character takes three. */
const MAX_NAME_BYTES = 100

/** The name to save a file under: its title with the extension of its actual type. */
export function downloadName(title: string, type: string): string {
  const { stem, extension } = parts(title, type)
  return `${stem}.${extension}`
}

type Named = { names: string[]; type: string; fileId: string; day: string; page?: string | undefined }

/**
 * The path of a file in a zip: its category as the folder, then its names, its day, its page if the receipt has several, and
 * six characters of its id, which make it unique (many receipts share their names) and stable.
 */
export function zipName(category: string, { names, type, fileId, day, page }: Named): string {
  const clean = names.flatMap((name) => {
    const title = cleanTitle(name)
    return title === undefined ? [] : [truncate(parts(title, type).stem, MAX_NAME_LENGTH, MAX_NAME_BYTES)]
  })
  const stem = [...(clean.length > 0 ? clean : ['receipt']), day].join(' - ')
  const name = [safePart(stem), page, fileId.slice(-6)].filter(Boolean).join(' ')
  return `${safePart(category)}/${name}.${extensionOf(type)}`
}

/** The path of a receipt's file in a zip: supplier and amount, description, and purchase date (otherwise day of capture). */
export function receiptZipName(file: ExportedFile): string {
  const { category, description, type, fileId, capturedOn } = file
  const receipt = { description, facts: file }
  const names = [receiptTitle(receipt), ...(receiptName(receipt) === description ? [] : [description])]
  return zipName(category, {
    names,
    type,
    fileId,
    day: purchaseDay(file) ?? capturedOn,
    page: pageSuffix(file),
  })
}

/** The page number in a file's name, such as `p02`; undefined if it's its receipt's only file. */
export function pageSuffix({
  fileCount,
  position,
}: Pick<ExportedFile, 'fileCount' | 'position'>): string | undefined {
  return fileCount > 1 ? `p${String(position + 1).padStart(2, '0')}` : undefined
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
