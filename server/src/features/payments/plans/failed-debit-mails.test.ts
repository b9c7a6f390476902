import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('failed-debits@example.com', { role: 'Admin' })
})

const EMPTY = '111111113'
const password = 'kettle magpie tram'
const suspend = async ({ id }: Person) => {
  const input = { params: { userId: id }, body: { isSuspended: true } }
  await server.call(api.admin.setStatus, input, await server.signIn(admin))
}
const mailOf = ({ email }: Person, subject: string) => server.outbox.waitFor(email, { subject })
/** Subscribes by a bank debit that fails three days later. */
const subscribe = async (person: Person) => {
  const input = { body: { plan: server.plans.pro } }
  const { body } = await server.call(api.payments.openCheckout, input, await server.signIn(person))
  await server.payOn(body.url, EMPTY)
}
/** Pays for months by such a debit. */
const buyMonths = async (person: Person, ...months: MonthName[]) => {
  const input = { body: { months, plan: server.plans.pro } }
  const { body } = await server.call(api.payments.createIntent, input, await server.signIn(person))
  await server.stripe.paymentIntents.confirm(body.clientSecret.split('_secret_')[0]!, {
    payment_method_data: {
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000000', account_number: EMPTY },
    },
    return_url: 'http://docketbox.test/complete',
  })
  await server.standIn.webhooksSettled()
}

describe('a bank debit that fails', () => {
  test('for months that are over by then leads to no months of next year', async () => {
    await server.passTo(new Date('2026-07-30T02:00:00Z'))
    const [ann, ben] = [await server.addUser('late@example.com'), await server.addUser('later@example.com')]
    await buyMonths(ann, 'Jul')
    await buyMonths(ben, 'Jul', 'Aug')
    await server.passTo(server.later(3.1))
    const { text } = await mailOf(ann, 'go through')
    expect(text).toContain('(Jul 2026). You haven’t been charged.')
    expect(text).not.toMatch(/again|Choose your months/)
    expect((await mailOf(ben, 'go through')).text).toMatch(
      /You can still buy the months that aren’t over\.[^]*Choose your months/,
    )
  })

  test('for months gives a suspended user nothing to do', async () => {
    const cho = await server.addUser('months@example.com')
    await buyMonths(cho, 'Dec')
    await suspend(cho)
    await server.passTo(server.later(3.1))
    const { text } = await mailOf(cho, 'go through')
    expect(text).toContain('You haven’t been charged.')
    expect(text).not.toMatch(/again|Choose your months/)
  })

  test('for a first period gives a user whose account is closed nothing to do', async () => {
    const dan = await givePassword(server.deps, await server.addUser('first@example.com'), password)
    await subscribe(dan)
    await server.call(api.account.close, { body: { password } }, await server.signIn(dan))
    await server.passTo(server.later(3.1))
    const { text } = await mailOf(dan, 'go through')
    expect(text).toContain('your plan hasn’t started.')
    expect(text).not.toMatch(/subscribe again|See the plans/)
  })

  test('for a renewal gives a suspended user nothing to do', async () => {
    const eve = await server.addUser('renewal@example.com')
    const { customer, subscription } = await server.subscribe(eve, 'pro')
    const { id } = await server.stripe.paymentMethods.create({
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000000', account_number: EMPTY },
    })
    await server.stripe.paymentMethods.attach(id, { customer: customer as string })
    await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
    await server.passTo(server.later(32))
    await suspend(eve)
    await server.passTo(server.later(3.1))
    const { text } = await mailOf(eve, 'plan has ended')
    expect(text).toContain('you haven’t been charged. The plan was cancelled and has now ended.')
    expect(text).not.toMatch(/payment details|See the plans|To add more/)
  })
})
