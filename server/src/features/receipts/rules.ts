import { extensionOf } from '@docketbox/contract'

const DAY_MS = 24 * 60 * 60 * 1000
/** Decision 13. */
export const DRAFT_LIFE_MS = 7 * DAY_MS
/** Decision 14. */
export const TRASH_LIFE_MS = 30 * DAY_MS

const LONGEST_TITLE = 200

/** The opaque name of a draft on the wire. */
export function draftUri(id: string): string {
  return `draft:${id}`
}

/** The draft a uri names, or undefined when it names none. */
export function draftIdIn(uri: string): string | undefined {
  return /^draft:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(uri)?.[1]
}

/** The opaque name of a version of a file on the wire. */
export function fileUri(fileId: string, version: number): string {
  return `file:${fileId}:${version}`
}

/** A title anybody may see; a name of which nothing is left becomes that of any receipt. */
export function safeTitle(name: string, type: string): string {
  return cleanTitle(name) ?? nameless(type)
}

export function nameless(type: string): string {
  return `receipt.${extensionOf(type)}`
}

/**
 * What is left of a name without folders, control and direction characters, cut to a length that fits everywhere.
 * An extension survives the cut.
 */
export function cleanTitle(name: string): string | undefined {
  return plainTitle(name.replace(/^.*[/\\]/s, ''))
}

/** The same of what a person wrote, where a slash begins no folder: `Parking 12/03/2026`. */
export function plainTitle(text: string): string | undefined {
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
  return stem === '' ? undefined : shortened(stem, LONGEST_TITLE - extension.length) + extension
}

/** At most `length` long, cut between characters as people see them: no half emoji. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (cut.length + segment.length > length) break
    cut += segment
  }
  return cut.trimEnd()
}

const sydneyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' })

/** Today where the person is, as their device says. It may be a day away from Greenwich; further off is not believed. */
export function localDay(now: Date, said: string | undefined): string {
  const isNear = said !== undefined && Math.abs(Date.parse(said) + DAY_MS / 2 - now.getTime()) <= 1.6 * DAY_MS
  return isNear ? said : sydneyDay.format(now)
}

/** The last day a date on a document can be: today is already tomorrow somewhere in Australia. */
export function latestDay(now: Date): string {
  return sydneyDay.format(now)
}
