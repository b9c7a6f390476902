import { z } from 'zod'
import { tooLong } from './limits.ts'

/** Characters that control a terminal, a mail header or the writing direction; no name needs them. */
const steering = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const steeringInProse = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

type Limits = {
  max: number
  /** Said when there is nothing but space. */
  required: string
}

/** A text of one line, such as a name: trimmed, not empty, without characters that steer anything. */
export function line({ max, required }: Limits) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong(max))
    .refine((text) => !steering.test(text), 'Please write this on one line, without special characters.')
    .transform((text) => text.normalize('NFC'))
}

/** A text of any number of lines. Line ends become one kind; characters that steer something are left out. */
export function prose({ max, required }: Limits) {
  return z
    .string({ error: required })
    .transform((text) =>
      text
        .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
        .replaceAll(steeringInProse, '')
        .trim()
        .normalize('NFC'),
    )
    .pipe(z.string().min(1, required).max(max, tooLong(max)))
}
