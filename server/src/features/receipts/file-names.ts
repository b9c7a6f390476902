import { extensionOf, fileTypes } from '@docketbox/contract'
import { shortened } from './rules.ts'

/** Names that Windows keeps for its devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const LONGEST_STEM = 120

/** The name a file is saved under: its title with the extension of what it truly is. */
export function downloadName(title: string, type: string): string {
  const { stem, extension } = parts(title, type)
  return `${stem}.${extension}`
}

/**
 * Where a file lies in a zip: the category as folder, the day of capture, the title, and six characters of its
 * id. So it is unique (photos are often all called the same), and the same in every download.
 */
export function zipName(
  category: string,
  { title, type, fileId, capturedOn }: { title: string; type: string; fileId: string; capturedOn: string },
): string {
  const { stem, extension } = parts(title, type)
  return `${safePart(category)}/${capturedOn} ${stem} ${fileId.slice(-6)}.${extension}`
}

function parts(title: string, type: string): { stem: string; extension: string } {
  const known = fileTypes.find((known) => known.type === type)?.extensions ?? []
  const given = /\.([^.]{1,8})$/.exec(title)?.[1]?.toLowerCase()
  const isOurs =
    given !== undefined && fileTypes.some(({ extensions }) => extensions.some((e) => e === given))
  return {
    stem: safePart(isOurs ? title.slice(0, -given.length - 1) : title),
    extension: known.some((extension) => extension === given) ? given! : extensionOf(type),
  }
}

/** One part of a path that every system takes. Titles come without control and direction characters already. */
function safePart(text: string): string {
  const safe = shortened(text.replace(/[<>:"/\\|?*]/g, '_'), LONGEST_STEM)
    .replace(/[. ]+$/, '')
    .trimStart()
  return safe === '' || RESERVED.test(safe) ? `_${safe}` : safe
}
