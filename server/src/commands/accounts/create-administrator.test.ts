import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newcomer } from '#testing/auth/newcomer.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { runCreate } from './create-administrator.ts'
import { runAuditVerify } from '#commands/verify-audit.ts'

let server: TestServer
let output: string[]
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => {
  output = []
})
const say = (line: string) => void output.push(line)
const noAsking = async () => expect.fail('asked for a password')
const password = 'kettle magpie tram'

describe('npm run admin -- create', () => {
  test('creates the first Super Admin, who can log in immediately', async () => {
    const args = ['--email', 'you@example.com', '--role', 'Super Admin']
    expect(await runCreate(server.deps, args, { adminPassword: password, ask: noAsking, say })).toBe(0)
    expect(output).toEqual(['you@example.com is now a Super Admin and can log in.'])
    const { body } = await server.call(api.auth.signIn, { body: { email: 'you@example.com', password } })
    expect(body).toMatchObject({ role: 'Super Admin', leadsTo: '/profile/security' })
  })

  test('can’t be prevented by a stranger who signs up with the address first', async () => {
    const email = 'squatted@example.com'
    await server.call(api.auth.signUp, { body: newcomer(email) })
    const args = ['--email', email]
    expect(await runCreate(server.deps, args, { adminPassword: password, ask: noAsking, say })).toBe(0)
    const { body } = await server.call(api.auth.signIn, { body: { email, password } })
    expect(body).toMatchObject({ role: 'Admin' })
  })

  test('asks for the password if ADMIN_PASSWORD is unset', async () => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return password
    }
    expect(
      await runCreate(server.deps, ['--email', 'asked@example.com'], { adminPassword: undefined, ask, say }),
    ).toBe(0)
    expect(questions).toEqual(['Password for asked@example.com: ', 'Repeat the password: '])
  })

  test('creates no account if the password was mistyped', async () => {
    const answers = [password, `${password}s`]
    const ask = async () => answers.shift()!
    const args = ['--email', 'typo@example.com']
    expect(await runCreate(server.deps, args, { adminPassword: undefined, ask, say })).toBe(1)
    expect(output).toEqual(['The passwords don’t match, so no account was created.'])
    expect(await runCreate(server.deps, args, { adminPassword: password, ask: noAsking, say })).toBe(0)
  })

  test('reports a wrong role before it asks for the password', async () => {
    const args = ['--email', 'role@example.com', '--role', 'Owner']
    expect(await runCreate(server.deps, args, { adminPassword: undefined, ask: noAsking, say })).toBe(1)
    expect(output.join()).toContain('The role is')
  })

  test.each([
    ['an address that has an account', ['--email', 'You@example.com'], password, 'Email already exists'],
    ['an address that is none', ['--email', 'you'], password, '* Enter a valid email address.'],
    ['an unknown role', ['--email', 'b@example.com', '--role', 'Owner'], password, 'The role is'],
    ['a short password', ['--email', 'c@example.com'], 'short', 'Use at least 15 characters.'],
    ['a well-known password', ['--email', 'd@example.com'], 'passwordpassword', 'too easy to guess'],
  ])('reports %s and creates no account', async (_, args, adminPassword, problem) => {
    expect(await runCreate(server.deps, args, { adminPassword, ask: noAsking, say })).toBe(1)
    expect(output.join()).toContain(problem)
  })

  test('names the missing option', async () => {
    const run = (args: string[]) =>
      runCreate(server.deps, args, { adminPassword: password, ask: noAsking, say })
    await expect(run([])).rejects.toThrow(new CannotStart('--email is missing.'))
    await expect(run(['--nonsense'])).rejects.toThrow(CannotStart)
  })

  test('is written into the audit log, which is found whole', async () => {
    expect(await runAuditVerify(server.deps, say)).toBe(0)
    expect(output[0]).toMatch(/^The audit log is intact: \d+ entries\.$/)
    const row = await server.deps.db.selectFrom('auditLog').selectAll().limit(1).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ action: 'auth.createAdministrator', details: { role: 'Super Admin' } })
  })
})

test('npm run admin -- audit verify names the entry that was tampered with', async () => {
  const { sql } = await import('kysely')
  await sql`alter table audit_log disable trigger all`.execute(server.deps.db)
  await sql`update audit_log set action = 'nothing' where id = 1`.execute(server.deps.db)
  expect(await runAuditVerify(server.deps, say)).toBe(1)
  expect(output[0]).toContain('entry 1')
})
