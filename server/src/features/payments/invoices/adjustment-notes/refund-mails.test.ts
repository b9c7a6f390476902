import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('refunding@example.com', { role: 'Admin' })
})

const clientSecretFor = async (person: Person, months: MonthName[]) => {
  const input = { body: { months, plan: server.plans.pro } }
  return (await server.call(api.payments.createIntent, input, await server.signIn(person))).body.clientSecret
}
/** Pays for months by a bank debit that succeeds three days later. */
const debit = async (person: Person, ...months: MonthName[]) => {
  const [intent] = (await clientSecretFor(person, months)).split('_secret_')
  await server.stripe.paymentIntents.confirm(intent!, {
    payment_method_data: {
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
    },
    return_url: 'http://docketbox.test/complete',
  })
  await server.standIn.webhooksSettled()
}
const refund = async (id: string) => {
  const input = { params: { id }, body: { reason: 'asked' } }
  await server.call(api.payments.refund, input, await server.signIn(admin))
}
const mailOf = async ({ email }: Person, subject: string) =>
  (await server.outbox.waitFor(email, { subject })).text
const hasEnded = 'The access you paid for has ended'

describe('the mail about a refund', () => {
  test('says that the payment came through after the month', async () => {
    await server.passTo(new Date('2026-07-30T02:00:00Z'))
    const [ann, ben] = [await server.addUser('late@example.com'), await server.addUser('later@example.com')]
    await debit(ann, 'Jul')
    await debit(ben, 'Jul', 'Aug')
    await server.passTo(server.later(3.1))
    const why = 'Your payment came through after Jul 2026 had ended, so we’ve refunded what you paid'
    const text = await mailOf(ann, '$4.99 refund')
    expect(text).toContain(why)
    expect(text).not.toContain(hasEnded)
    expect(await mailOf(ben, '$4.99 refund')).toContain(why)
    await refund((await listPayments(server, ben))[0]!._id)
    const rest = () =>
      server.outbox.sent.filter(({ to, subject }) => to === ben.email && subject.includes('$4.99 refund'))[1]
        ?.text
    await expect.poll(rest).toContain(hasEnded)
    expect(rest()).not.toContain(why)
  })

  test('doesn’t say that access has ended once a subscription covers the month', async () => {
    const cho = await server.addUser('covered@example.com')
    await server.pay(await clientSecretFor(cho, ['Oct']))
    await server.subscribe(cho, 'premium')
    expect(await mailOf(cho, '$4.99 refund from')).not.toContain(hasEnded)
  })

  test('of an earlier period doesn’t say so either, that of the current one does', async () => {
    const dan = await server.addUser('renewed@example.com')
    await server.subscribe(dan, 'pro')
    await server.passTo(server.later(32))
    const [current, earlier] = await listPayments(server, dan)
    await refund(earlier!._id)
    expect(await mailOf(dan, '$4.99 refund')).not.toContain(hasEnded)
    await refund(current!._id)
    const ended = () => server.outbox.sent.some(({ to, text }) => to === dan.email && text.includes(hasEnded))
    await expect.poll(ended).toBe(true)
  })
})
