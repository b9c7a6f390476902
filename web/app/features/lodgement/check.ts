import { claims, type ClaimsPayload } from '@docketbox/contract/claims'
import { usualRules } from '@docketbox/contract/lodgement'
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form'
import { canBeCalled } from '#platform/phone-numbers'
import { type Answers, payloadOf } from './answers.ts'
import { labels } from './labels.ts'

/** Checks the form by the rules of the contract; what passes is the payload. */
export function checkedBy(asksMyGovPassword: boolean): Resolver<Answers, unknown, ClaimsPayload> {
  const rules = claims({ ...usualRules, asksMyGovPassword, canBeCalled })
  return (answers) => {
    const payload = payloadOf(answers, asksMyGovPassword)
    const { error } = rules.safeParse(payload)
    if (!error) return { values: payload, errors: {} }
    const errors: FieldErrors<Answers> = {}
    for (const { name, message } of inOrder(error.issues)) {
      // The first problem of a field is the one to show.
      if (!get(errors, name)) set(errors, name, { type: 'rule', message })
    }
    return { values: {}, errors }
  }
}

const order = Object.keys(labels)

/** The problems from the top of the form to its end, so that the summary reads like the form. */
function inOrder(issues: { path: PropertyKey[]; message: string }[]): { name: string; message: string }[] {
  const named = issues.map(({ path, message }) => ({ name: path.join('.'), message }))
  return named.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}
