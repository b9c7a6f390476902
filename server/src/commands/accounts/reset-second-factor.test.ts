import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'
import { runResetSecondFactor } from './reset-second-factor.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
})

async function reset(...args: string[]) {
  const output: string[] = []
  const code = await runResetSecondFactor(server.deps, args, (line) => output.push(line))
  return { code, output }
}

describe('npm run admin -- second-factor reset', () => {
  test('lets the user log in with the password alone, ends every session, emails them, and is audited', async () => {
    const boss = await use.member('boss@example.com', 'Admin')
    await use.setUp(boss)
    expect(await reset('--email', 'Boss@Example.com')).toEqual({
      code: 0,
      output: ["Two-step login is off for boss@example.com. We've logged out every device and emailed them."],
    })
    expect((await server.call(api.auth.loggedUser, {}, boss)).status).toBe(401)
    expect((await use.signIn('boss@example.com')).body).toMatchObject({
      hasSecondFactor: false,
      leadsTo: '/profile/security',
    })
    await server.outbox.waitFor('boss@example.com', { subject: 'turned off' })
    const entry = await server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'subjectId'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'profile.resetSecondFactor', actorId: null, subjectId: boss.id })
  })

  test('cancels a change of email that a thief may have asked for', async () => {
    const owner = await use.member('owner@example.com')
    const { recoveryCodes } = await use.setUp(owner)
    const body = { password: use.password, secondFactor: recoveryCodes[0], email: 'thief@example.net' }
    expect((await server.call(api.profile.changeEmail, { body }, owner)).status).toBe(200)
    await reset('--email', owner.email)
    const again = use.personIn(await use.signIn(owner.email))
    expect((await server.call(api.profile.security, {}, again)).body.waitingEmail).toBeNull()
  })

  test('says so if there is no second factor', async () => {
    await use.member('plain@example.com')
    for (const email of ['plain@example.com', 'unknown@example.com'])
      expect(await reset('--email', email)).toEqual({
        code: 1,
        output: [`No account with the email ${email} has two-step login.`],
      })
  })

  test('names the missing option', async () => {
    await expect(reset()).rejects.toThrow(new CannotStart('--email is missing.'))
    await expect(reset('--nonsense')).rejects.toThrow(CannotStart)
  })
})
