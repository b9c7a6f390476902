import { createHash, randomInt } from 'node:crypto'

const HOW_MANY = 10
/** Without what is easily misread. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Ten codes for the day the phone is gone: 49 bits each, used once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

/** Whether something typed looks like one, rather than like a code of an app. */
export function looksLikeRecoveryCode(typed: string): boolean {
  return plain(typed).length === LENGTH
}

export function hashOfRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(plain(typed)).digest()
}

function plain(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
