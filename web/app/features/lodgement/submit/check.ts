import { claims, type ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { defaultRules } from '@docketbox/contract/lodgement/endpoints'
import type { ResolverResult } from 'react-hook-form'
import { isValidPhoneNumber } from '#platform/format/phone-numbers.ts'
import { fieldErrorsOf } from '#ui/forms/schema-resolver.ts'
import { type Answers, payloadOf } from '../answers.ts'
import { labels } from '../labels.ts'

const rules = {
  withMyGov: claims({ ...defaultRules, asksMyGovPassword: true, isValidPhoneNumber }),
  withoutMyGov: claims({ ...defaultRules, asksMyGovPassword: false, isValidPhoneNumber }),
}

/** Checks the answers with the contract's rules. Returns the payload, or the errors by field. */
export function check(answers: Answers, asksMyGovPassword: boolean): ResolverResult<Answers, ClaimsPayload> {
  const payload = payloadOf(answers, asksMyGovPassword)
  const { error } = rules[asksMyGovPassword ? 'withMyGov' : 'withoutMyGov'].safeParse(payload)
  if (!error) return { values: payload, errors: {} }
  return { values: {}, errors: fieldErrorsOf<Answers>(sortByForm(error.issues)) }
}

const fieldOrder = Object.keys(labels)

/** Sorts the issues by their fields' order in the form, for the error summary. */
function sortByForm<Issue extends { path: PropertyKey[] }>(issues: Issue[]): Issue[] {
  const position = ({ path }: Issue) => fieldOrder.indexOf(path.join('.'))
  return issues.toSorted((one, other) => position(one) - position(other))
}
