import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { emailChanges } from '#testing/auth/email-change.ts'
import { newcomer } from '#testing/auth/newcomer.ts'
import { givePassword } from '#testing/auth/password.ts'
import { duringChange } from '#testing/database/locks.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { addGuest, enter, share, sharesOf } from '#testing/rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const password = 'purple wombat sings'
const { ask, keep, move, confirm, tokens } = emailChanges(() => server, password)
const member = async (email: string) => givePassword(server.deps, await server.addUser(email), password)
const signIn = (email: string, more: { password?: string; reopen?: boolean } = {}) =>
  server.call(api.auth.signIn, { body: { email, password, ...more } }, undefined, elsewhere())
const emailOf = async (person: Person) =>
  (await server.call(api.auth.loggedUser, {}, await server.signIn(person))).body.email
const signUp = (email: string) =>
  server.call(api.auth.signUp, { body: newcomer(email) }, undefined, elsewhere())

describe('“keep my email”', () => {
  test('takes back an account that a thief has moved and closed', async () => {
    const own = 'closed@example.com'
    const person = await member(own)
    const mailed = await move(person, own, 'closer@example.net')
    await server.call(api.account.close, { body: { password } }, person)
    const notice = await server.outbox.waitFor(own, { subject: 'is closed' })
    expect(notice.text).toContain('keep my email')
    expect(notice.text).not.toContain('as you asked')
    const thiefs = await server.outbox.waitFor('closer@example.net', { subject: 'is closed' })
    expect(thiefs.text).not.toMatch(/keep my email/i)

    expect((await keep(mailed.keep)).body).toMatchObject({ email: own })
    await server.call(api.auth.forgetPassword, { body: { email: own } }, undefined, elsewhere())
    const link = linkIn(
      await server.outbox.waitFor(own, { subject: 'Choose a new' }),
      'http://docketbox.test',
    )
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')!
    const reset = { email: own, password: 'a brand new wombat', token }
    await server.call(api.auth.resetPassword, { body: reset }, undefined, elsewhere())
    expect((await signIn(own, { password: reset.password, reopen: true })).status).toBe(200)
  })

  test('ends what the thief has shared with themselves, but not what the owner shares', async () => {
    const own = 'sharer@example.com'
    const person = await member(own)
    const { room } = await addGuest(server, person, { email: 'tax@example.com' })
    const mailed = await move(person, own, 'sharer.thief@example.net')
    const { guest } = await addGuest(server, person, { email: 'reader@example.net' })
    await keep(mailed.keep)
    expect((await server.call(api.rooms.current, {}, guest)).status).toBe(401)
    const again = await server.signIn(person)
    expect(await sharesOf(server, again)).toMatchObject([
      { email: 'reader@example.net', status: 'revoked' },
      { _id: room._id, status: 'active' },
    ])
    // Pressed again, it leaves alone what the owner has shared since.
    const { guest: colleague } = await addGuest(server, again, { email: 'colleague@example.com' })
    await keep(mailed.keep)
    expect((await server.call(api.rooms.current, {}, colleague)).status).toBe(200)
  })

  test('takes the account back even while the thief confirms their address', async () => {
    const [own, thiefs] = ['racing@example.com', 'racing.thief@example.net']
    const person = await member(own)
    await ask(person, thiefs)
    const mailed = await tokens(own, thiefs)
    const kept = await duringChange(
      server.deps,
      () => confirm(mailed.confirm),
      () => keep(mailed.keep),
    )
    expect(kept).toMatchObject({ status: 200, body: { email: own } })
    expect(await emailOf(person)).toBe(own)
  })

  test('ends the links to others’ records that were mailed to the thief', async () => {
    const [own, thiefs] = ['accountant@example.com', 'accountant.thief@example.net']
    const accountant = await member(own)
    const ann = await server.addUser('client@example.com')
    const { room } = await share(server, ann, { email: own })
    const mailed = await move(accountant, own, thiefs)
    const mailLink = async (email: string, past = 0) => {
      await server.call(api.rooms.sendLink, { params: { roomId: room._id } }, ann)
      const mail = await server.outbox.waitFor(email, { subject: 'Your link', past })
      const link = new URL(linkIn(mail, 'http://docketbox.test/room#'))
      return new URLSearchParams(link.hash.slice(1)).get('token')!
    }
    const { body: opened } = await enter(server, await mailLink(thiefs))
    const thief = { ...accountant, token: opened.token }
    expect((await server.call(api.rooms.current, {}, thief)).status).toBe(200)
    const unused = await mailLink(thiefs, 1)
    await keep(mailed.keep)
    expect((await server.call(api.rooms.current, {}, thief)).status).toBe(401)
    expect((await enter(server, unused)).status).not.toBe(200)
    expect((await enter(server, await mailLink(own))).status).toBe(200)
  })

  test('is what a notice of the change leads to, and leads to a new password', async () => {
    const [own, thiefs] = ['noticed@example.com', 'noticed.thief@example.net']
    const mailed = await move(await member(own), own, thiefs)
    const noticeTo = async (email: string, subject: string) =>
      (await server.outbox.waitFor(email, { subject })).text
    expect(await noticeTo(own, 'about to change')).toMatch(
      /^Keep my email:\nhttp.*\n\nThe link works for seven days/m,
    )
    expect(await noticeTo(own, 'was changed')).toContain('press “keep my email” in the email we sent you')
    expect(await noticeTo(thiefs, 'was changed')).not.toContain('keep my email')
    await keep(mailed.keep)
    expect(await noticeTo(own, 'changed back')).toContain('http://docketbox.test/forgetpassword')
    expect(await noticeTo(thiefs, 'changed back')).not.toContain('/forgetpassword')
  })

  test('works again for that week, in case the first answer was lost', async () => {
    const own = 'again@example.com'
    const person = await member(own)
    const mailed = await move(person, own, 'first.thief@example.net')
    const first = await keep(mailed.keep)
    expect(await keep(mailed.keep)).toMatchObject({ status: 200, body: first.body })
    const thief = await server.signIn(person)
    await ask(thief, 'second.thief@example.net')
    const second = await tokens(own, 'second.thief@example.net', { toOld: 1 })
    expect((await keep(mailed.keep)).status).toBe(200)
    expect((await confirm(second.confirm)).status).toBe(400)
    expect((await server.call(api.auth.loggedUser, {}, thief)).status).toBe(401)
    server.setNow(new Date(Date.now() + 7 * 86_400_000 + 1000))
    expect((await keep(mailed.keep)).status).toBe(400)
    server.setNow(new Date())
  })

  test('of a thief doesn’t end the owner’s newer one when pressed again', async () => {
    const [own, thiefs] = ['robbed@example.com', 'robber@example.net']
    const person = await member(own)
    const first = await move(person, own, thiefs)
    const other = await move(person, thiefs, 'robber@example.org')
    await keep(first.keep)
    const second = await move(await server.signIn(person), own, thiefs, { toOld: 1, toNew: 1 })
    expect((await keep(other.keep)).status).toBe(200)
    expect((await keep(second.keep)).body).toMatchObject({ email: own })
  })

  test('finds the address free: no one else can get it for that week', async () => {
    const own = 'Occupied@example.com'
    const person = await member(own)
    const mailed = await move(person, own, 'occupier@example.net')
    const other = await member('accomplice@example.net')
    expect(await signUp('occupied@example.com')).toMatchObject({
      status: 409,
      body: { code: 'auth.emailTaken' },
    })
    expect((await ask(other, 'occupied@example.com')).status).toBe(409)
    expect((await keep(mailed.keep)).status).toBe(200)
    expect(await emailOf(person)).toBe(own)
  })

  test('reserves the address for a week, and not from its own account', async () => {
    const person = await member('free@example.com')
    await move(person, 'free@example.com', 'moved@example.net')
    expect((await ask(person, 'free@example.com')).status).toBe(200)
    server.setNow(new Date(Date.now() + 7 * DAY_MS + 1000))
    expect((await signUp('free@example.com')).status).toBe(201)
    server.setNow(new Date())
  })

  test('refuses it to a change that another account asked for earlier', async () => {
    const other = await member('waiting@example.net')
    await ask(other, 'between@example.com')
    const waiting = await tokens('waiting@example.net', 'between@example.com')
    const person = await member('early@example.com')
    await move(person, 'early@example.com', 'between@example.com', { toNew: 1 })
    await move(person, 'between@example.com', 'late@example.com')
    expect((await confirm(waiting.confirm)).status).toBe(409)
  })
})
