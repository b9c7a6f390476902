import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Configuration, Provider } from 'oidc-provider'
import { pageHeaders } from '#http/page.ts'
import { problemPage } from './pages.ts'
import { demoPeople, type GooglePerson } from './people.ts'

export type Client = Readonly<{ clientId: string; clientSecret: string; redirectUri: string }>

export type People = Map<string, GooglePerson>

/** Everyone who can sign in: the demo people, and any address typed while this runs. */
export function openPeople(): People {
  return new Map(demoPeople.map((one) => [one.sub, one]))
}

/** Cookies with these prefixes would keep a person signed in here. */
export const sessionCookie = '_session'

/** The OpenID Connect issuer, configured to respond as Google does. */
export function createProvider(issuer: string, client: Client, people: People): Promise<Provider> {
  return withoutWarnings(async () => {
    const { interactionPolicy, Provider } = await import('oidc-provider')
    const policy = interactionPolicy.base()
    // Google lets an application ask for its account chooser; without this prompt the library refuses to.
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
    return new Provider(issuer, await configuration(client, people, policy))
  })
}

async function configuration(
  { clientId, clientSecret, redirectUri }: Client,
  people: People,
  policy: NonNullable<Configuration['interactions']>['policy'],
): Promise<Configuration> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const minutes = 60
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'local', use: 'sig', alg: 'RS256' }] },
    cookies: {
      names: { session: sessionCookie },
      keys: [randomBytes(32).toString('base64url')],
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    scopes: ['openid', 'email', 'profile'],
    // Google puts email and name in the ID token; by default the library only has them in userinfo.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: 60 * minutes,
      AuthorizationCode: minutes,
      Grant: 60 * minutes,
      IdToken: 60 * minutes,
      Interaction: 30 * minutes,
      Session: 60 * minutes,
    },
    interactions: { ...(policy && { policy }), url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => claimsOf(person) }
    },
    // No consent page: every requested scope is granted.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError(ctx, { error, error_description: detail }) {
      ctx.set(pageHeaders)
      ctx.body = problemPage(error, detail ?? 'The sign-in request was refused.')
    },
  }
}

function claimsOf({ sub, email, isEmailVerified, givenName, familyName }: GooglePerson) {
  return {
    sub,
    email,
    email_verified: isEmailVerified,
    name: `${givenName} ${familyName}`.trim(),
    given_name: givenName,
    family_name: familyName,
  }
}

/** The library warns about Node releases it doesn't know and about in-memory storage, which we want. */
async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const usual = globalThis.console
  globalThis.console = Object.assign(Object.create(usual) as Console, { warn: () => undefined })
  try {
    return await work()
  } finally {
    globalThis.console = usual
  }
}
