import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let chief: Person
beforeAll(async () => {
  server = await startPayingServer()
  chief = await server.addUser('plan-chief@example.com', { role: 'Super Admin' })
})

test.each(['Admin', 'Super Admin'] as const)(
  'an administrator can’t buy a plan or months: %s',
  async (role) => {
    const person = await server.addUser(`buying-${role.replace(' ', '-')}@example.com`, { role })
    const plan = server.plans.pro
    const months = { body: { months: ['Sep' as const], plan } }
    const { code, message } = paymentRefusals.notForAdministrators
    const refused = { status: 403, body: { code, message } }
    expect(await server.call(api.payments.openCheckout, { body: { plan } }, person)).toMatchObject(refused)
    expect(await server.call(api.payments.createIntent, months, person)).toMatchObject(refused)
    expect(await server.call(api.payments.payWithCredit, months, person)).toMatchObject(refused)
    const payments = server.deps.db.selectFrom('payments').select('id').where('ownerId', '=', person.id)
    expect(await payments.execute()).toEqual([])
  },
)

test('an administrator who has a plan from before isn’t charged again once they’re suspended', async () => {
  const admin = await server.addUser('plan-admin@example.com', { role: 'Admin' })
  const { subscription } = await server.subscribe(admin, 'pro')
  const input = { params: { userId: admin.id }, body: { isSuspended: true } }
  await server.call(api.admin.setStatus, input, chief)
  const { text } = await server.outbox.waitFor(admin.email, { subject: 'is suspended' })
  expect(text).toContain('Your subscription won’t renew, and you won’t be charged.')
  const endsAt = async () => (await server.stripe.subscriptions.retrieve(subscription as string)).cancel_at
  await expect.poll(endsAt).not.toBeNull()
})

test('an administrator who has a plan from before can cancel it, but not change or resume it', async () => {
  const admin = await server.addUser('plan-keeper@example.com', { role: 'Admin' })
  await server.subscribe(admin, 'pro')
  const refused = { status: 403, body: { code: paymentRefusals.notForAdministrators.code } }
  const { premium: plan } = server.plans
  const { previewChange, changePlan, cancelPlan } = api.payments
  expect(await server.call(previewChange, { body: { plan } }, admin)).toMatchObject(refused)
  const change = { plan, prorationDate: 1, dueNowCents: 1 }
  expect(await server.call(changePlan, { body: change }, admin)).toMatchObject(refused)
  expect((await server.call(cancelPlan, { body: { isCancelled: true } }, admin)).status).toBe(200)
  expect(await server.call(cancelPlan, { body: { isCancelled: false } }, admin)).toMatchObject(refused)
})
