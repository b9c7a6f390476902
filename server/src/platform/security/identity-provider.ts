import { setTimeout as wait } from 'node:timers/promises'
import type * as OpenId from 'openid-client'

/** A user's identity, as confirmed by the identity provider. */
export type Identity = Readonly<{
  /** Names the account at the provider for good; e-mail addresses change hands. */
  sub: string
  email: string
  isEmailVerified: boolean
  givenName: string
  familyName: string
  picture: string | undefined
}>

/** What must be kept, out of the person's reach, between leaving for the provider and coming back. */
export type SignInAttempt = Readonly<{ state: string; nonce: string; verifier: string }>

export type IdentityProvider = Readonly<{
  /** Where to send the person, and what to keep until they are back. */
  begin(): Promise<{ url: string; attempt: SignInAttempt }>
  /**
   * Checks the answer the person came back with and exchanges it.
   * @param answer the query of the callback address.
   * @throws SignInFailed
   */
  finish(answer: URLSearchParams, attempt: SignInAttempt): Promise<Identity>
}>

/** The sign-in ended without an identity. `code` is `access_denied` when the person cancelled. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`The identity provider sign-in failed: ${code}`, options)
    this.code = code
  }
}

/** Path below the public address that the provider sends people back to. */
export const CALLBACK_PATH = '/api/auth/google/callback'

type Settings = Readonly<{ issuer: string; clientId: string; clientSecret: string; publicUrl: string }>

const DISCOVERY_TRIES = 3
const SECONDS_PER_TRY = 5

/**
 * Signs people in with OpenID Connect: code flow with PKCE, state and nonce. Nothing is loaded or
 * asked before the first sign-in; the provider's description is then kept.
 */
export function createIdentityProvider({
  issuer,
  clientId,
  clientSecret,
  publicUrl,
}: Settings): IdentityProvider {
  const redirectUri = `${publicUrl}${CALLBACK_PATH}`
  let discovered: Promise<Discovered> | undefined

  async function open(): Promise<Discovered> {
    discovered ??= discover(issuer, clientId, clientSecret)
    try {
      return await discovered
    } catch (error) {
      // The next sign-in asks again.
      discovered = undefined
      throw new SignInFailed('provider_unreachable', { cause: error })
    }
  }

  async function begin() {
    const { library, configuration } = await open()
    const attempt = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    return { url: url.href, attempt }
  }

  async function finish(
    answer: URLSearchParams,
    { state, nonce, verifier }: SignInAttempt,
  ): Promise<Identity> {
    const { library, configuration } = await open()
    try {
      const tokens = await library.authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${answer.toString()}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      )
      return identityOf(tokens.claims()!)
    } catch (error) {
      throw error instanceof SignInFailed ? error : new SignInFailed(codeOf(error), { cause: error })
    }
  }

  return { begin, finish }
}

type Discovered = { library: typeof OpenId; configuration: OpenId.Configuration }

async function discover(issuer: string, clientId: string, clientSecret: string): Promise<Discovered> {
  const library = await import('openid-client')
  const address = new URL(issuer)
  const execute = isLoopbackHttp(address) ? [library.allowInsecureRequests] : []
  for (let tries = 1; ; tries++) {
    try {
      const options = { execute, timeout: SECONDS_PER_TRY }
      const configuration = await library.discovery(address, clientId, clientSecret, undefined, options)
      return { library, configuration }
    } catch (error) {
      if (tries === DISCOVERY_TRIES) throw error
      await wait(100 * tries)
    }
  }
}

/** Everywhere else the library insists on https. */
function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

function identityOf(claims: OpenId.IDToken): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  if (text('email') === '') throw new SignInFailed('no_email')
  return {
    sub: claims.sub,
    email: text('email'),
    isEmailVerified: claims['email_verified'] === true,
    givenName: text('given_name'),
    familyName: text('family_name'),
    picture: text('picture') || undefined,
  }
}

/** The provider's own word (`access_denied`, `invalid_grant`) before the library's. */
function codeOf(error: unknown): string {
  const { error: said, code } = (error ?? {}) as { error?: unknown; code?: unknown }
  if (typeof said === 'string') return said
  return typeof code === 'string' ? code : 'unknown'
}
