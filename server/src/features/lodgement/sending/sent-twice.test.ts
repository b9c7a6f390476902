import { randomUUID } from 'node:crypto'
import { api, type ClaimsPayload } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { beforeAll, describe, expect, test } from 'vitest'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { listLodgements } from '../index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

const { lodgement } = api
const claims: ClaimsPayload = { ...complete, incomeYear: '2024-25' }
const sent = async (person: Person) =>
  (await server.call(lodgement.sent, { params: { incomeYear: '2024-25' } }, person)).body.docs
const sendAsVisitor = (body: ClaimsPayload, key: string) =>
  server.call(lodgement.submit, { body }, undefined, { ...elsewhere(), 'idempotency-key': key })
const send = (body: ClaimsPayload, key: string, person: Person) =>
  server.call(lodgement.send, { body }, person, { 'idempotency-key': key })

describe('a form that is sent', () => {
  test('before its sender logged in and again afterwards is one lodgement, which they keep', async () => {
    const dan = await addSubscriber(server, 'dan@example.com')
    const key = 'sent-without-a-response'
    const form = { ...claims, email: 'dan@example.com' }
    const { body } = await sendAsVisitor(form, key)
    server.setNow(new Date('2026-11-22T02:05:00Z'))
    for (let time = 0; time < 2; time++)
      expect((await send(form, key, dan)).body).toEqual({ ...body, isConfirmed: false })
    expect(await sent(dan)).toMatchObject([
      {
        reference: body.reference,
        sentAt: '2026-11-22T02:00:00.000Z',
        answers: { fullName: 'Ann Lee', spouseDetails: { firstName: 'Kim' } },
      },
    ])
    const { total } = await listLodgements(server.deps.db, { page: 1, limit: 10, search: 'dan@example.com' })
    expect(total).toBe(1)
  })

  test('five times with one key gets one of the five confirmations a mailbox gets a day', async () => {
    const form = { ...claims, email: 'often@example.com' }
    const areConfirmed = []
    for (const key of [
      'first',
      'first',
      'first',
      'first',
      'first',
      'second',
      'third',
      'fourth',
      'fifth',
      'sixth',
    ])
      areConfirmed.push((await sendAsVisitor(form, `form-sent-${key}`)).body.isConfirmed)
    expect(areConfirmed).toEqual([true, false, false, false, false, true, true, true, true, false])
    await server.outbox.waitFor(form.email, { past: 4 })
    expect(server.outbox.sent.filter(({ to }) => to === form.email)).toHaveLength(5)
  })

  test.each([
    ['name', { fullName: 'Eve Lee' }],
    ['spouse’s income', { spouseDetails: { ...claims.spouseDetails!, annualIncome: '1' } }],
    ['rental income', { investmentDetails: { ...claims.investmentDetails!, totalRentalIncome: '1' } }],
  ])('with the key of a form with another %s is refused without its reference', async (_, change) => {
    const eve = await addSubscriber(server, `eve-${randomUUID()}@example.com`)
    const key = randomUUID()
    const { reference } = (await sendAsVisitor(claims, key)).body
    const { status, body } = await send({ ...claims, ...change }, key, eve)
    expect(status).toBe(409)
    expect(JSON.stringify(body)).not.toContain(reference)
    expect(await sent(eve)).toEqual([])
  })
})
