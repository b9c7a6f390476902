import { z } from 'zod'
import { tooLong } from '../limits.ts'

/** Characters that can inject mail headers, control a terminal or change the writing direction. */
const controlCharacters = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const controlCharactersInProse = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

type Limits = {
  max: number
  /** The message for an empty text. */
  required: string
}

/** A single line, such as a name: trimmed, not empty, without control characters. */
export function line({ max, required }: Limits) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong(max))
    .refine(
      (text) => !controlCharacters.test(text),
      'Please write this on one line, without special characters.',
    )
    .transform((text) => text.normalize('NFC'))
}

/** Text with `\n` as its only line ending, without control characters. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').replaceAll(controlCharactersInProse, '')
}

/** A text of several lines, without control characters. */
export function prose({ max, required }: Limits) {
  return z
    .string({ error: required })
    .transform((text) => withoutControls(text).trim().normalize('NFC'))
    .pipe(z.string().min(1, required).max(max, tooLong(max)))
}
