import { extensionOf } from '@docketbox/contract'

const MAX_TITLE_LENGTH = 200

/** A title that is safe to show, from a file name; the default title if nothing of the name is left. */
export function safeTitle(name: string, type: string): string {
  return cleanFileName(name) ?? defaultTitle(type)
}

export function defaultTitle(type: string): string {
  return `receipt.${extensionOf(type)}`
}

/**
 * A file name without folders, control characters and direction marks, cut to a length that fits everywhere. It keeps
 * its extension.
 * @returns undefined if nothing is left.
 */
export function cleanFileName(name: string): string | undefined {
  return cleanTitle(name.replace(/^.*[/\\]/s, ''))
}

/**
 * Cleans a title that a user typed like a file name, but with slashes: `Parking 12/03/2026`.
 * @returns undefined if nothing is left.
 */
export function cleanTitle(text: string): string | undefined {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?!\u200d)\p{Cf}/gu, '')
    .replaceAll('\ufffd', '')
    .replace(/\s+/g, ' ')
    .trim()
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(plain)?.[0] ?? ''
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[. ]+/, '')
  return stem === '' ? undefined : truncate(stem, MAX_TITLE_LENGTH - extension.length) + extension
}

/** At most `length` UTF-16 units and `bytes` of UTF-8, cut between characters as people see them, never inside an emoji. */
export function truncate(text: string, length: number, bytes = Infinity): string {
  const fits = (part: string) => part.length <= length && Buffer.byteLength(part) <= bytes
  if (fits(text)) return text
  let result = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (!fits(result + segment)) break
    result += segment
  }
  return result.trimEnd()
}
