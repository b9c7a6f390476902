import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

// Loaded on demand: most users have no passkey.
const load = () => import('@simplewebauthn/browser')

type Options = { challenge: string; [option: string]: unknown }

/** The device made no passkey, or showed none: it was cancelled, took too long, or has none. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'
}

/** Has the device make a passkey. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response }: RegistrationResponseJSON = await startRegistration({ optionsJSON }).catch(
    refuse('No passkey was made. Please try again.'),
  )
  const { clientDataJSON, attestationObject, transports } = response
  const said = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { id, rawId, type: 'public-key' as const, response: said }
}

/** Has the device show a passkey. */
export async function showPasskey(options: Options) {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response }: AuthenticationResponseJSON = await startAuthentication({
    optionsJSON,
  }).catch(refuse('No passkey was shown. Please try again.'))
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature },
  }
}

function refuse(sentence: string): (cause: unknown) => never {
  return (cause) => {
    throw new PasskeyCancelled(sentence, { cause })
  }
}
