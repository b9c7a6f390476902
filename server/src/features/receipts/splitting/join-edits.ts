import type { DraftEdit } from '@docketbox/contract'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'

/** Combines what was typed about a picture and then about its parts. What doesn't fit elsewhere goes into the description. */
export function joinEdits(picture: DraftEdit, parts: readonly DraftEdit[]): DraftEdit {
  const typedIn = (field: keyof DraftEdit) => [
    ...new Set([picture, ...parts].flatMap((edit) => edit[field]?.trim() || [])),
  ]
  const joined = { ...picture }
  const rest: string[] = []
  for (const field of ['supplier', 'total', 'date', 'category'] as const) {
    const [first, ...others] = typedIn(field)
    if (first !== undefined) joined[field] = first
    if (field !== 'category') rest.push(...others)
  }
  // The first part started with the picture's description.
  const described = typedIn('description').filter((one, _, all) =>
    all.every((other) => other === one || !other.includes(one)),
  )
  const description = [...described, ...rest].join(', ').slice(0, MAX_LENGTH.description)
  return description === '' ? joined : { ...joined, description }
}
