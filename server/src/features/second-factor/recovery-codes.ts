import { createHash, randomInt } from 'node:crypto'

const CODE_COUNT = 10
/** Without characters that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Ten single-use codes of 49 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

/** Whether an input has the form of a recovery code rather than an app's code. */
export function looksLikeRecoveryCode(typed: string): boolean {
  return normalise(typed).length === LENGTH
}

export function hashOfRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(normalise(typed)).digest()
}

function normalise(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
