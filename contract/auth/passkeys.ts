import { z } from 'zod'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { refusals } from '../core/refusal.ts'

export const passkeyRefusals = refusals('passkey', {
  notAccepted: [401, 'This passkey was not accepted. Please try again.'],
  notAdded: [400, 'This passkey could not be added. Please try again.'],
  known: [409, 'This passkey is already added.'],
  tooMany: [409, 'You have ten passkeys. Please remove one first.'],
  notFound: [404, 'This passkey is already removed.'],
})

/** Bytes as the browser writes them: base64url. */
const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, passkeyRefusals.notAccepted.message)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }

/** What a browser answers when a passkey was made (WebAuthn Level 3, 5.1.8). */
export const passkeyCreated = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** What a browser answers when a passkey was shown. */
export const passkeyShown = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyShown = z.infer<typeof passkeyShown>

/** What the browser is to hand to the device, as it is. */
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
  .min(1, 'Give it a name, for example the name of your phone.')
  .max(MAX_LENGTH.passkeyName, tooLong(MAX_LENGTH.passkeyName))
  .regex(/^[^\p{Cc}<>]*$/u, 'A name has letters, digits and spaces.')
