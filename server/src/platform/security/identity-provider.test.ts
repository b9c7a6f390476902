import { demoPeople, type Google, startGoogle } from '@docketbox/local/google'
import { newBrowser, visitGoogle } from '#testing/auth/google-browser.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CALLBACK_PATH,
  createIdentityProvider,
  type IdentityProvider,
  SignInFailed,
} from './identity-provider.ts'

const publicUrl = 'http://docketbox.test'
let google: Google
let identity: IdentityProvider

beforeAll(async () => {
  google = await startGoogle({ redirectUri: () => publicUrl + CALLBACK_PATH })
  identity = createIdentityProvider({ ...google, publicUrl })
})
afterAll(() => google.stop())

const [mia] = demoPeople
const unverified = demoPeople.find(({ isEmailVerified }) => !isEmailVerified)!

describe('signing in with Google', () => {
  test('returns the identity', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    expect(await identity.finish(response, attempt)).toEqual({
      sub: mia!.sub,
      email: 'mia.nguyen@example.com',
      isEmailVerified: true,
      givenName: 'Mia',
      familyName: 'Nguyen',
      picture: undefined,
    })
  })

  test('reports an unverified address', async () => {
    const { url, attempt } = await identity.begin()
    const result = await identity.finish(await visitGoogle(url, { person: unverified.sub }), attempt)
    expect(result).toMatchObject({ email: unverified.email, isEmailVerified: false })
  })

  test('takes an address typed by hand, always as the same account', async () => {
    const signIn = async (email: string) => {
      const { url, attempt } = await identity.begin()
      return identity.finish(await visitGoogle(url, { email, givenName: 'Ann', familyName: 'Lee' }), attempt)
    }
    const first = await signIn('Ann.Lee@example.org')
    expect(first).toMatchObject({ email: 'ann.lee@example.org', givenName: 'Ann', isEmailVerified: true })
    expect((await signIn('ann.lee@example.org')).sub).toBe(first.sub)
  })

  test('asks again which account, even if the user is logged in there', async () => {
    const browser = newBrowser()
    const { url, attempt } = await identity.begin()
    await identity.finish(await visitGoogle(url, { person: mia!.sub }, browser), attempt)
    const again = await identity.begin()
    const result = await identity.finish(
      await visitGoogle(again.url, { person: unverified.sub }, browser),
      again.attempt,
    )
    expect(result.sub).toBe(unverified.sub)
  })

  test('shows what’s wrong with an address', async () => {
    const { url } = await identity.begin()
    expect(await problemOf(url, { email: 'not an address' })).toContain('Enter an email address.')
  })
})

describe('a sign-in fails with the code of its reason', () => {
  test('if the user cancels', async () => {
    const { url, attempt } = await identity.begin()
    expect(await codeOf(identity.finish(await visitGoogle(url, { cancel: 'yes' }), attempt))).toBe(
      'access_denied',
    )
  })

  test('with another verifier', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    expect(await codeOf(identity.finish(response, { ...attempt, verifier: 'x'.repeat(43) }))).toBe(
      'invalid_grant',
    )
  })

  test('if the code is used twice', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    await identity.finish(response, attempt)
    expect(await codeOf(identity.finish(response, attempt))).toBe('invalid_grant')
  })

  test('with the nonce of another attempt', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    expect(await codeOf(identity.finish(response, { ...attempt, nonce: 'other' }))).toBe(
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    )
  })

  test('with the state of another attempt', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    expect(await codeOf(identity.finish(response, { ...attempt, state: 'other' }))).toBe(
      'OAUTH_INVALID_RESPONSE',
    )
  })

  test('when our secret is wrong', async () => {
    const impostor = createIdentityProvider({ ...google, clientSecret: 'wrong', publicUrl })
    const { url, attempt } = await impostor.begin()
    expect(await codeOf(impostor.finish(await visitGoogle(url, { person: mia!.sub }), attempt))).toBe(
      'invalid_client',
    )
  })

  test('if the code is redeemed for another redirect URI', async () => {
    const { url, attempt } = await identity.begin()
    const response = await visitGoogle(url, { person: mia!.sub })
    const moved = createIdentityProvider({ ...google, publicUrl: 'http://elsewhere.test' })
    expect(await codeOf(moved.finish(response, attempt))).toBe('invalid_grant')
  })

  test('while the provider can’t be reached', async () => {
    const absent = await startGoogle({ redirectUri: () => publicUrl + CALLBACK_PATH })
    const port = Number(new URL(absent.issuer).port)
    const waiting = createIdentityProvider({ ...absent, publicUrl })
    await absent.stop()
    expect(await codeOf(waiting.begin())).toBe('provider_unreachable')
    const back = await startGoogle({ redirectUri: () => publicUrl + CALLBACK_PATH, port })
    expect((await waiting.begin()).url).toContain(`${back.issuer}/auth?`)
    await back.stop()
  })

  test('if a remote provider uses plain HTTP', async () => {
    const open = createIdentityProvider({ ...google, issuer: 'http://accounts.example.com', publicUrl })
    expect(await codeOf(open.begin())).toBe('provider_unreachable')
    const failure = await open.begin().catch((error: SignInFailed) => error.cause)
    expect(failure).toMatchObject({ code: 'OAUTH_HTTP_REQUEST_FORBIDDEN' })
  })
})

test('an unregistered redirect address is refused on the page', async () => {
  const stranger = createIdentityProvider({ ...google, publicUrl: 'http://evil.test' })
  const { url } = await stranger.begin()
  const response = await newBrowser()(url)
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(await response.text()).toContain('redirect_uri')
})

async function codeOf(outcome: Promise<unknown>): Promise<string> {
  const thrown = await outcome.catch((error: unknown) => error)
  return thrown instanceof SignInFailed ? thrown.code : `not a failed sign-in: ${String(thrown)}`
}

async function problemOf(url: string, form: Record<string, string>): Promise<string> {
  const browser = newBrowser()
  const page = new URL((await browser(url)).headers.get('location')!, url).href
  return (await browser(page, form)).text()
}
