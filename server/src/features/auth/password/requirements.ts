import { invalidInput } from '#platform/http/route.ts'
import { isCommonPassword } from './common.ts'

const tooCommon = 'This password is too easy to guess. Please choose another one.'

/**
 * Decision 6: no composition rules, only the list.
 * @param own what belongs to the person and so is guessed first.
 * @throws Refusal naming the field `password`.
 */
export function refuseCommonPassword(password: string, own: readonly string[], field = 'password'): void {
  if (isCommonPassword(password, own)) throw invalidInput({ [field]: tooCommon })
}
