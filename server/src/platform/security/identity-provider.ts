import { setTimeout as wait } from 'node:timers/promises'
import type * as OpenId from 'openid-client'

/** A user's identity, as confirmed by the identity provider. */
export type Identity = Readonly<{
  /** The account's permanent ID at the provider; email addresses change hands. */
  sub: string
  email: string
  isEmailVerified: boolean
  givenName: string
  familyName: string
  picture: string | undefined
}>

/** Kept in an encrypted cookie until the provider redirects back. */
export type SignInAttempt = Readonly<{ state: string; nonce: string; verifier: string }>

export type IdentityProvider = Readonly<{
  /** The URL to redirect to, and what the callback needs. */
  begin(): Promise<{ url: string; attempt: SignInAttempt }>
  /**
   * Exchanges the code in the query of the callback.
   * @throws SignInFailed
   */
  finish(query: URLSearchParams, attempt: SignInAttempt): Promise<Identity>
}>

/** The sign-in failed. `code` is `access_denied` if the user cancelled. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`The identity provider sign-in failed: ${code}`, options)
    this.code = code
  }
}

/** The path the provider redirects to. */
export const CALLBACK_PATH = '/api/auth/google/callback'

type Settings = Readonly<{ issuer: string; clientId: string; clientSecret: string; publicUrl: string }>

const DISCOVERY_TRIES = 3
const SECONDS_PER_TRY = 5

/**
 * OpenID Connect: code flow with PKCE, state and nonce. The library and the provider's configuration are loaded at the
 * first sign-in and cached.
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
      // Retried at the next sign-in.
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
    query: URLSearchParams,
    { state, nonce, verifier }: SignInAttempt,
  ): Promise<Identity> {
    const { library, configuration } = await open()
    try {
      const tokens = await library.authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${query.toString()}`),
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

/** The library requires https everywhere else. */
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

/** The provider's code (`access_denied`, `invalid_grant`), or else the library's. */
function codeOf(error: unknown): string {
  const { error: providerCode, code } = (error ?? {}) as { error?: unknown; code?: unknown }
  if (typeof providerCode === 'string') return providerCode
  return typeof code === 'string' ? code : 'unknown'
}
