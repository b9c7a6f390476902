import { z } from 'zod'

/** The one shape of every failed answer. */
export const refusalBody = z.object({
  /** A sentence a person may be shown. */
  message: z.string(),
  /** Stable name of the refusal: `slice.name`. */
  code: z.string(),
  /** Field path to its problem, all of them at once; only when input was refused. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type RefusalBody = z.infer<typeof refusalBody>

export type RefusalSpec = { readonly code: string; readonly status: number; readonly message: string }

/** Names the ways a slice can refuse: `{ notFound: [404, 'Receipt not found.'] }`. */
export function refusals<Name extends string>(
  slice: string,
  specs: Record<Name, readonly [status: number, message: string]>,
): Record<Name, RefusalSpec> {
  const named = Object.entries<readonly [number, string]>(specs).map(([name, [status, message]]) => [
    name,
    { code: `${slice}.${name}`, status, message },
  ])
  return Object.fromEntries(named) as Record<Name, RefusalSpec>
}

export const commonRefusals = refusals('common', {
  invalidInput: [400, 'Please check the highlighted fields.'],
  malformed: [400, 'The request could not be read.'],
  signInRequired: [401, 'Please log in to continue.'],
  notAllowed: [403, 'You are not allowed to do this.'],
  secondFactorNeeded: [403, 'Administrators need a second factor. Please set it up in your profile.'],
  noSuchAddress: [404, 'There is nothing at this address.'],
  tooLarge: [413, 'That is more than can be sent at once.'],
  unsupportedType: [415, 'This kind of content is not accepted here.'],
  tooManyRequests: [429, 'Too many attempts. Please wait a moment and try again.'],
  unexpected: [500, 'Something went wrong. Please try again.'],
  unavailable: [503, 'The service is briefly unavailable. Please try again in a moment.'],
  storageFull: [507, 'There is no room left to store this safely. Nothing was saved.'],
})
