import { z } from 'zod'

/** The shape of every error response. */
export const refusalBody = z.object({
  /** A sentence that can be shown to users. */
  message: z.string(),
  /** Stable name of the refusal: `slice.name`. */
  code: z.string(),
  /** Messages by field path, for invalid input and what the refusal is about. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type RefusalBody = z.infer<typeof refusalBody>

export type RefusalSpec = { readonly code: string; readonly status: number; readonly message: string }

/** Declares the refusals of a slice: `{ notFound: [404, 'Receipt not found.'] }`. */
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
  malformed: [400, 'We couldn’t read this request.'],
  signInRequired: [401, 'Please log in to continue.'],
  notAllowed: [403, 'You don’t have permission to do this.'],
  secondFactorNeeded: [403, 'Administrators need two-step login. Please set it up in your profile.'],
  noSuchAddress: [404, 'Page not found.'],
  changed: [409, 'This has changed since you opened it. Check it, then save again.'],
  tooLarge: [413, 'That’s too large to send.'],
  unsupportedType: [415, 'We don’t accept this type of content.'],
  noSuchRange: [416, 'That part of the file doesn’t exist.'],
  tooManyRequests: [429, 'Too many attempts. Please wait a moment and try again.'],
  downloadRunning: [429, 'Another download is still running. Wait until it’s finished, then try again.'],
  unexpected: [500, 'Something went wrong. Please try again.'],
  unavailable: [503, 'The service is temporarily unavailable. Please try again in a moment.'],
  tookTooLong: [
    503,
    'That took too long. Please try again. If you’re searching, use more specific words or filters.',
  ],
  uploadsPaused: [
    507,
    'We’re low on storage, so we can’t take new files right now. Your receipts are safe and everything else works. Please try again later.',
  ],
  storageFull: [507, 'We’ve run out of storage, so nothing was saved. Please try again later.'],
})
