import { z } from 'zod'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { refusals } from '../core/refusal.ts'

export const passkeyRefusals = refusals('passkey', {
  notAccepted: [401, 'We couldn’t verify this passkey. Please try again.'],
  notAdded: [400, 'We couldn’t add this passkey. Please try again.'],
  known: [409, 'You’ve already added this passkey.'],
  tooMany: [409, 'You already have ten passkeys. Please remove one first.'],
  notFound: [404, 'This passkey has already been removed.'],
})

/** Bytes as base64url. */
const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, passkeyRefusals.notAccepted.message)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }

/** The browser's response when a passkey is created (WebAuthn Level 3, 5.1.8). */
export const createdPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

export const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

/** The options the browser passes to the device. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const passkeyName = z
  .string()
  .trim()
  .min(1, 'Enter a name, for example “My phone”.')
  .max(MAX_LENGTH.passkeyName, tooLong(MAX_LENGTH.passkeyName))
  .regex(/^[^\p{Cc}<>]*$/u, 'Please leave out special characters.')
