import { api } from '@docketbox/contract'
import { demoPeople, type Google, startGoogle } from '@docketbox/local/google'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK_PATH } from '#platform/security/identity-provider.ts'
import { newBrowser, visitGoogle } from '#testing/auth/google-browser.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { newcomer } from '#testing/auth/newcomer.ts'

let google: Google
let server: TestServer
beforeAll(async () => {
  google = await startGoogle({ redirectUri: () => `http://docketbox.test${CALLBACK_PATH}` })
  server = await startTestServer({
    TRUST_PROXY: 'true',
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  })
})
afterAll(() => google.stop())

/** Goes through the whole flow as a browser does, and says where it ended. */
async function throughGoogle(form: Record<string, string>, { query = '', tamper = (q: string) => q } = {}) {
  const browser = newBrowser(elsewhere())
  const left = await browser(`${server.url}/api/auth/google${query}`)
  const response = await visitGoogle(left.headers.get('location')!, form, browser)
  const back = await browser(`${server.url}${CALLBACK_PATH}?${tamper(response.toString())}`)
  const ended = new URL(back.headers.get('location')!, server.url)
  return { left, back, ended, told: new URLSearchParams(ended.hash.slice(1)), replay: response, browser }
}

type Trip = Pick<Awaited<ReturnType<typeof throughGoogle>>, 'browser' | 'told'>
/** Exchanges the code of a trip to Google, in the browser that made it. */
const exchange = ({ told, browser }: Trip) =>
  server.call(api.google.finish, { body: { code: told.get('google')! } }, undefined, {
    ...elsewhere(),
    cookie: browser.cookie(),
  })
const as = (email: string) => ({ email, givenName: 'Ann', familyName: 'Lee' })
const problem = async (form: Record<string, string>) => (await throughGoogle(form)).told.get('problem')

function rowOf(email: string) {
  return server.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

describe('signing in with Google', () => {
  test('opens a User account for a newcomer, and the same one the next time', async () => {
    const first = await throughGoogle(as('new@example.org'))
    expect(first.ended.pathname).toBe('/login')
    expect(first.ended.search).toBe('')
    const { status, body } = await exchange(first)
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'Ann', role: 'User', isActive: true, leadsTo: '/subscription' })
    const again = await exchange(await throughGoogle(as('new@example.org')))
    expect(again.body._id).toBe(body._id)
    const me = { id: body._id, email: '', role: 'User' as const, token: again.body.token }
    expect((await server.call(api.auth.loggedUser, {}, me)).status).toBe(200)
  })

  test.each([
    ['names', 'lee@example.org', { givenName: 'Pay at evil.com', familyName: 'Li' }, ['lee', 'Li']],
    [
      'family names',
      'ann.lee@example.org',
      { givenName: '', familyName: 'http://evil.com' },
      ['ann lee', ''],
    ],
    ['local parts', '007@example.org', { givenName: '', familyName: '' }, ['Member', '']],
  ])('opens it without %s that mails mustn’t contain', async (_, email, names, [firstName, lastName]) => {
    const { body } = await exchange(await throughGoogle({ email, ...names }))
    expect(body).toMatchObject({ email, firstName, lastName })
  })

  test('stores its state in a cookie that scripts and other sites can’t use, and deletes it', async () => {
    const { left, back } = await throughGoogle(as('cookie@example.org'))
    expect(left.headers.get('set-cookie')).toMatch(
      /^google_sign_in=[\w-]+; Max-Age=600; Path=\/api\/auth\/google; HttpOnly; SameSite=Lax$/,
    )
    expect(back.headers.get('set-cookie')).toMatch(/^google_sign_in=; .*Max-Age=0/)
  })

  test('links the account of the same verified address and tells its owner', async () => {
    const person = await server.addUser('linked@example.org')
    await server.deps.db
      .updateTable('users')
      .set({ passwordHash: 'kept' })
      .where('id', '=', person.id)
      .execute()
    const { body } = await exchange(await throughGoogle(as('linked@example.org')))
    expect(body._id).toBe(person.id)
    expect((await rowOf('linked@example.org')).passwordHash).toBe('kept')
    await server.outbox.waitFor('linked@example.org', { subject: 'log in with Google' })
  })

  test('removes the password of an account that someone else created with this address', async () => {
    await server.call(api.auth.signUp, { body: newcomer('victim@example.org') }, undefined, elsewhere())
    const { body } = await exchange(await throughGoogle(as('victim@example.org')))
    expect(body.isActive).toBe(true)
    const mail = await server.outbox.waitFor('victim@example.org', { subject: 'log in with Google' })
    expect(mail.text).toContain('we’ve removed the password')
    const attacker = await server.call(
      api.auth.signIn,
      { body: { email: 'victim@example.org', password: newcomer('').password } },
      undefined,
      elsewhere(),
    )
    expect(attacker.status).toBe(401)
  })

  test('creates no account for an address that Google hasn’t verified, or that we can’t mail', async () => {
    const unverified = demoPeople.find(({ isEmailVerified }) => !isEmailVerified)!
    await server.addUser(unverified.email)
    expect(await problem({ person: unverified.sub })).toBe('unverified')
    expect((await rowOf(unverified.email)).googleSub).toBeNull()
    expect(await problem(as('ann&lee@example.org'))).toBe('unusableAddress')
  })

  test('isn’t available to administrators or suspended users', async () => {
    await server.addUser('admin@example.org', { role: 'Admin' })
    expect(await problem(as('admin@example.org'))).toBe('administrator')
    const { id } = await server.addUser('suspended@example.org')
    await server.deps.db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', id).execute()
    expect(await problem(as('suspended@example.org'))).toBe('suspended')
  })

  test('does not hand an account over to another Google account', async () => {
    const { id } = await server.addUser('taken@example.org')
    await server.deps.db.updateTable('users').set({ googleSub: 'other' }).where('id', '=', id).execute()
    expect(await problem(as('taken@example.org'))).toBe('otherAccount')
  })

  test('reports a cancelled login', async () => {
    expect(await problem({ cancel: 'yes' })).toBe('cancelled')
  })

  test('returns to the requested path, never to another site', async () => {
    const back = await throughGoogle(as('return@example.org'), { query: '?returnTo=/categories%3Fq%3Dfuel' })
    expect(back.ended.searchParams.get('returnTo')).toBe('/categories?q=fuel')
    for (const evil of ['https://evil.test/', '//evil.test/', '/x/..//evil.test/', '/\\evil.test']) {
      const query = `?returnTo=${encodeURIComponent(evil)}`
      expect((await throughGoogle(as('return@example.org'), { query })).ended.search).not.toContain('evil')
    }
  })

  test('remembers for 30 days when asked to', async () => {
    const trip = await throughGoogle(as('remember@example.org'), { query: '?rememberMe=true' })
    const { token } = (await exchange(trip)).body
    const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(exp - iat).toBe(30 * 24 * 3600)
  })
})

describe('a Google account linked under one address', () => {
  const move = async (person: Person, to: string) => {
    expect((await server.call(api.profile.changeEmail, { body: { email: to } }, person)).status).toBe(200)
    const mails = {
      confirm: await server.outbox.waitFor(to, { subject: 'Confirm' }),
      keep: await server.outbox.waitFor(person.email, { subject: 'about to change' }),
    }
    const tokenIn = (name: 'confirm' | 'keep') =>
      new URLSearchParams(new URL(linkIn(mails[name], 'http://docketbox.test')).hash.slice(1)).get(name)!
    const press = (token: string) => ({ body: { token } })
    return {
      confirm: () => server.call(api.profile.confirmEmail, press(tokenIn('confirm')), undefined, elsewhere()),
      keep: () => server.call(api.profile.keepEmail, press(tokenIn('keep')), undefined, elsewhere()),
    }
  }

  test('logs in no longer once its owner took the address back', async () => {
    const person = await server.addUser('robbed@example.org')
    const { confirm, keep } = await move(person, 'thief@example.org')
    await confirm()
    expect((await exchange(await throughGoogle(as('thief@example.org')))).body._id).toBe(person.id)
    const begun = await throughGoogle(as('thief@example.org'))
    expect((await keep()).status).toBe(200)
    expect((await exchange(begun)).status).toBe(400)
    expect((await exchange(await throughGoogle(as('thief@example.org')))).body._id).not.toBe(person.id)
  })

  test('stays behind when the address changes; the one at the new address is linked next', async () => {
    const { body } = await exchange(await throughGoogle(as('work@example.org')))
    const person = { id: body._id, email: 'work@example.org', role: 'User' as const, token: body.token }
    await (await move(person, 'home@example.org')).confirm()
    const { text } = await server.outbox.waitFor('home@example.org', { subject: 'was changed' })
    expect(text).toContain('Google')
    // It could take the address from its owner, who may not have asked for the change.
    expect(await problem(as('work@example.org'))).toBe('emailChanged')
    expect((await exchange(await throughGoogle(as('home@example.org')))).body._id).toBe(body._id)
  })
})

describe('the way back from Google', () => {
  test.each([
    ['a changed state', (q: string) => q.replace(/state=[^&]+/, 'state=other')],
    ['a made-up code', (q: string) => q.replace(/code=[^&]+/, 'code=made-up')],
    ['nothing', () => ''],
  ])('with %s shows an error', async (_, tamper) => {
    const { told } = await throughGoogle(as('tamper@example.org'), { tamper })
    expect(told.get('problem')).toBe('failed')
  })

  test('without the cookie of the first browser is refused', async () => {
    const { replay } = await throughGoogle(as('csrf@example.org'))
    for (const headers of [{}, { cookie: 'google_sign_in=AbCd' }]) {
      const response = await fetch(`${server.url}${CALLBACK_PATH}?${replay.toString()}`, {
        redirect: 'manual',
        headers,
      })
      expect(response.headers.get('location')).toBe('/login#problem=failed')
    }
  })

  test('gives a code that works once, and not for long', async () => {
    const trip = await throughGoogle(as('once@example.org'))
    const both = await Promise.all([exchange(trip), exchange(trip)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await throughGoogle(as('once@example.org'))
    server.setNow(new Date(Date.now() + 5 * 60_000 + 1000))
    expect(await exchange(late)).toMatchObject({ status: 400, body: { code: 'google.badCode' } })
    server.setNow(new Date())
  })
})

describe('a link with a stranger’s code', () => {
  test('logs no one in to the stranger’s account', async () => {
    const stranger = await throughGoogle(as('stranger@example.org'))
    const victim = await throughGoogle(as('target@example.org'))
    for (const browser of [newBrowser(), victim.browser])
      expect(await exchange({ told: stranger.told, browser })).toMatchObject({
        status: 400,
        body: { code: 'google.badCode' },
      })
    const body = { code: stranger.told.get('google')! }
    expect((await server.call(api.auth.askForPasskey, { body }, undefined, elsewhere())).status).toBe(400)
    expect((await exchange(stranger)).status).toBe(200)
    expect((await exchange(victim)).status).toBe(200)
  })

  test('is refused by a cookie that scripts and other sites can’t use', async () => {
    const { back } = await throughGoogle(as('bound@example.org'))
    expect(back.headers.getSetCookie().at(-1)).toMatch(
      /^google_browser=[\w-]+; Max-Age=300; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    )
  })
})

test('the button is shown where Google is set up', async () => {
  expect((await server.call(api.google.options, {})).body).toEqual({ google: true })
})
