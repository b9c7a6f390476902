import { claims, type ClaimsPayload } from '@docketbox/contract/claims'
import { usualRules } from '@docketbox/contract/lodgement'
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form'
import { canBeCalled } from '#platform/phone-numbers'
import { type Answers, payloadOf } from './answers.ts'

/** Checks the form by the rules of the contract; what passes is the payload. */
export function checkedBy(asksMyGovPassword: boolean): Resolver<Answers, unknown, ClaimsPayload> {
  const rules = claims({ ...usualRules, asksMyGovPassword, canBeCalled })
  return (answers) => {
    const payload = payloadOf(answers, asksMyGovPassword)
    const { error } = rules.safeParse(payload)
    if (!error) return { values: payload, errors: {} }
    const errors: FieldErrors<Answers> = {}
    for (const { path, message } of error.issues) {
      const name = path.join('.')
      // The first problem of a field is the one to show.
      if (!get(errors, name)) set(errors, name, { type: 'rule', message })
    }
    return { values: {}, errors }
  }
}
