import {
  description,
  type DraftEdit,
  factsIn,
  newZealandDay,
  type Parsed,
  type receiptEndpoints,
} from '@docketbox/contract'

type Input = Parsed<typeof receiptEndpoints.save>['body']

/**
 * Fills what a request doesn't say about a receipt with what its owner typed about the draft, such as on another device. What
 * the device that files it knew isn't filled in: it was cleared there.
 */
export function fillIn(input: Input, stored: DraftEdit, at: Date): Input {
  const { known = {} } = input
  const fields = Object.entries(stored) as [keyof DraftEdit, string][]
  const edit: DraftEdit = Object.fromEntries(
    fields.filter(([field, value]) => !known[field]?.includes(value)),
  )
  const facts = { ...factsIn(edit, newZealandDay(at)), ...input.facts }
  return {
    ...input,
    description: input.description || (description.safeParse(edit.description).data ?? ''),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}
