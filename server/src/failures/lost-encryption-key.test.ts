import { randomBytes } from 'node:crypto'
import { api } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { unzip } from '@docketbox/testing/files/unzip'
import { beforeAll, expect, test } from 'vitest'
import { runReadLodgement } from '#commands/read-lodgement.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
let ann: Person
let app: string
let recoveryCodes: string[]
let reference: string

/** Everything is stored with one key, and read with another. */
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await use.member('ann@example.com')
  ;({ secret: app, recoveryCodes } = await use.setUp(ann))
  const body = { ...complete, incomeYear: '2024-25' }
  const sent = await server.call(api.lodgement.send, { body }, ann, { 'idempotency-key': 'a-form-of-ann' })
  ;({ reference } = sent.body)
  Object.assign(server.deps.secrets, { encryptionKey: randomBytes(32) })
})

test('without the encryption key, forms are listed without their answers', async () => {
  const { body } = await server.call(api.lodgement.sent, { params: { incomeYear: '2024-25' } }, ann)
  expect(body.docs).toMatchObject([{ reference, answers: null }])
})

test('without the encryption key, the export has everything else and names the forms', async () => {
  const { status, body } = await server.call(api.account.exportAll, {}, ann)
  expect(status).toBe(200)
  const contents = new Map((await unzip(body)).map((entry) => [entry.name, entry.body.toString()]))
  expect(JSON.parse(contents.get('Forms.json')!)).toMatchObject([{ reference, answers: null }])
  expect(contents.get('Read me.txt')).toContain(`we can no longer read the answers of ${reference}`)
})

test('without the encryption key, a code of an app counts as wrong, and a recovery code lets its owner in', async () => {
  use.later(60)
  const code = authenticatorCode(app, server.deps.now())
  expect(await use.signIn('ann@example.com', code)).toMatchObject({
    status: 401,
    body: { code: 'secondFactor.wrongCode' },
  })
  expect((await use.signIn('ann@example.com', recoveryCodes[0])).status).toBe(200)
})

test('without the encryption key, the setup of an app is started again', async () => {
  const bob = await use.member('bob@example.com')
  const { password } = use
  const { secret } = (await server.call(api.profile.beginSecondFactor, { body: { password } }, bob)).body
  Object.assign(server.deps.secrets, { encryptionKey: randomBytes(32) })
  const code = authenticatorCode(secret, server.deps.now())
  const { body } = await server.call(api.profile.confirmSecondFactor, { body: { code } }, bob)
  expect(body).toMatchObject({ code: 'secondFactor.notBegun' })
})

test('without the encryption key, operators read the other answers of a lodgement', async () => {
  const printed: string[] = []
  expect(await runReadLodgement(server.deps, reference, (line) => void printed.push(line))).toBe(0)
  const lines = printed.map((line) => line.replaceAll(/ {2,}/g, '|'))
  for (const line of [
    'Full name|Ann Lee',
    '|Details|can’t be decrypted with this encryption key',
    '|Total rental income|can’t be decrypted with this encryption key',
  ])
    expect(lines).toContain(line)
})
