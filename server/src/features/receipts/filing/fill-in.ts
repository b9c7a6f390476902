import {
  description,
  type DraftEdit,
  factsIn,
  newZealandDay,
  type Parsed,
  type receiptEndpoints,
} from '@docketbox/contract'

type Input = Parsed<typeof receiptEndpoints.save>['body']

/** Fills what a request doesn't say about a receipt with what its owner typed about the draft, such as on another device. */
export function fillIn(input: Input, edit: DraftEdit, at: Date): Input {
  const facts = { ...factsIn(edit, newZealandDay(at)), ...input.facts }
  return {
    ...input,
    description: input.description || (description.safeParse(edit.description).data ?? ''),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}
