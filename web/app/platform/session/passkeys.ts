import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// Most users have no passkey.
const load = () => import('@simplewebauthn/browser')

type Options = { challenge: string; [option: string]: unknown }

/** The user cancelled, the device timed out, it has no passkey, or the passkey has already been added. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
  /** Whether it's already been added, perhaps on a phone that shares its passkeys. */
  readonly isKnown = this.cause instanceof Error && this.cause.name === 'InvalidStateError'
}

/** Whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'
}

/** Asks the device to create a passkey. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(
    throwCancelled('No passkey was created. Please try again.'),
  )
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

/** Asks the device to sign in with a passkey. */
export async function showPasskey(options: Options) {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(
    throwCancelled('No passkey was used. Please try again.'),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature },
  }
}

function throwCancelled(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new PasskeyCancelled(message, { cause })
  }
}
