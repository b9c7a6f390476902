import { claims, type ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { defaultRules } from '@docketbox/contract/lodgement/endpoints'
import type { ResolverResult } from 'react-hook-form'
import { isValidPhoneNumber } from '#platform/format/phone-numbers.ts'
import { fieldErrorsOf } from '#ui/forms/schema-resolver.ts'
import { type Answers, payloadOf } from '../answers.ts'
import { labels } from '../labels.ts'

const rules = {
  asking: claims({ ...defaultRules, asksMyGovPassword: true, canBeCalled: isValidPhoneNumber }),
  notAsking: claims({ ...defaultRules, asksMyGovPassword: false, canBeCalled: isValidPhoneNumber }),
}

/** Checks the form by the rules of the contract; what passes is the payload. */
export function check(answers: Answers, asksMyGovPassword: boolean): ResolverResult<Answers, ClaimsPayload> {
  const payload = payloadOf(answers, asksMyGovPassword)
  const { error } = rules[asksMyGovPassword ? 'asking' : 'notAsking'].safeParse(payload)
  if (!error) return { values: payload, errors: {} }
  return { values: {}, errors: fieldErrorsOf<Answers>(inOrder(error.issues)) }
}

const order = Object.keys(labels)

/** The problems from the top of the form to its end, so that the summary reads like the form. */
function inOrder<Issue extends { path: PropertyKey[] }>(issues: Issue[]): Issue[] {
  const place = ({ path }: Issue) => order.indexOf(path.join('.'))
  return issues.toSorted((one, other) => place(one) - place(other))
}
