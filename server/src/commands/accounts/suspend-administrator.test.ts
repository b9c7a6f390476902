import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailOperators } from '#platform/mail/operators.ts'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { runSetAdministratorStatus } from './suspend-administrator.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  for (const table of ['invitations', 'users'] as const) await server.deps.db.deleteFrom(table).execute()
})

async function setStatus(isSuspended: boolean, ...args: string[]) {
  const output: string[] = []
  const say = (line: string) => void output.push(line)
  const code = await runSetAdministratorStatus(server.deps, args, { isSuspended, say })
  return { code, output: output.join('\n') }
}

describe('npm run admin -- suspend', () => {
  test('locks out a Super Admin, whom no one can suspend on screen, and can be undone', async () => {
    const left = await server.addUser('left@example.com', { role: 'Super Admin' })
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    expect(await setStatus(true, '--email', 'Left@example.com')).toMatchObject({ code: 0 })
    expect((await server.call(api.admin.listSubscribers, { query: {} }, left)).status).toBe(401)
    expect((await server.call(api.admin.listSubscribers, { query: {} }, chief)).status).toBe(200)
    const mail = await server.outbox.waitFor(left.email, { subject: 'suspended' })
    expect(mail.text).not.toContain('receipts')
    const { body } = await server.call(api.admin.listAudit, { query: {} }, chief)
    expect(body.docs[0]).toMatchObject({
      action: 'admin.suspendUser',
      actor: null,
      subject: { email: left.email },
    })

    await mailOperators(server.deps, server.deps.db, {
      subject: 'a test',
      heading: 'A test',
      paragraphs: ['Hi.'],
    })
    await server.outbox.waitFor(chief.email, { subject: 'a test' })
    await setStatus(false, '--email', left.email)
    await server.outbox.waitFor(left.email, { subject: 'no longer suspended' })
    expect(server.outbox.sent.filter(({ to }) => to === left.email)).toHaveLength(2)
    const again = await server.signIn(left)
    expect((await server.call(api.admin.listSubscribers, { query: {} }, again)).status).toBe(200)
  })

  test('never suspends the last Super Admin', async () => {
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    expect(await setStatus(true, '--email', chief.email)).toEqual({
      code: 1,
      output: 'chief@example.com is the only Super Admin. Create another one first.',
    })
  })

  test('doesn’t count a Super Admin who was invited and can’t log in yet', async () => {
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    const { id } = await server.addUser('new@example.com', { role: 'Super Admin' })
    await server.deps.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', id).execute()
    expect(await setStatus(true, '--email', chief.email)).toMatchObject({ code: 1 })
  })

  test('says when nothing has changed, and emails no one', async () => {
    await server.addUser('chief@example.com', { role: 'Super Admin' })
    const { email } = await server.addUser('left@example.com', { role: 'Admin' })
    const unchanged = (output: string) => ({ code: 0, output: `${email} ${output} Nothing has changed.` })
    expect(await setStatus(false, '--email', email)).toEqual(unchanged("isn't suspended."))
    await setStatus(true, '--email', email)
    expect(await setStatus(true, '--email', email)).toEqual(unchanged('is already suspended.'))
  })

  test('is for administrators only, and names the missing option', async () => {
    await server.addUser('user@example.com')
    for (const email of ['user@example.com', 'unknown@example.com'])
      expect(await setStatus(true, '--email', email)).toMatchObject({ code: 1 })
    await expect(setStatus(true)).rejects.toThrow(new CannotStart('--email is missing.'))
  })
})
