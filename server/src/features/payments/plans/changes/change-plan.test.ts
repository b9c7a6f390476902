import { api, formatCents, paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

let userCount = 0
const addUser = () => server.addUser(`changer${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const history = (person: Person) => listPayments(server, person)
const preview = async (person: Person, plan: string) =>
  server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))
const change = async (
  person: Person,
  plan: string,
  shown: { prorationDate: number; dueNowCents: number },
) => {
  const { prorationDate, dueNowCents } = shown
  const body = { plan, prorationDate, dueNowCents }
  const response = await server.call(api.payments.changePlan, { body }, await server.signIn(person))
  await server.standIn.webhooksSettled()
  return response
}

describe('changing the plan', () => {
  test('up costs what the preview showed and starts the new plan', async () => {
    const ola = await addUser()
    await server.subscribe(ola, 'pro')
    await server.passTo(server.later(10))
    const { body: shown } = await preview(ola, server.plans.premium)
    expect(shown).toMatchObject({
      planName: 'Premium',
      chargeCents: 1197,
      balanceUsedCents: 0,
      balanceAfterCents: 0,
    })
    expect(shown.dueNowCents).toBe(1197 - shown.creditCents)
    expect(shown.creditCents).toBeGreaterThan(250)
    expect(await change(ola, server.plans.premium, shown)).toMatchObject({ status: 200 })
    expect(await planOf(ola)).toMatchObject({
      subs_details: { planName: 'Premium', status: 'active' },
      change: { label: 'Downgrade to Pro', isDowngrade: true },
    })
    expect((await history(ola))[0]).toMatchObject({ amount: shown.dueNowCents, planName: 'Premium' })
  })

  test('to a cheaper plan leaves a credit for later bills', async () => {
    const pat = await addUser()
    await server.subscribe(pat, 'premium')
    await server.passTo(server.later(5))
    const { body: shown } = await preview(pat, server.plans.pro)
    expect(shown).toMatchObject({ dueNowCents: 0, chargeCents: 499 })
    expect(shown.balanceAfterCents).toBe(shown.creditCents - 499)
    await change(pat, server.plans.pro, shown)
    expect(await planOf(pat)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    const credit = shown.balanceAfterCents
    const [downgrade] = await history(pat)
    expect(downgrade).toMatchObject({
      status: 'paid',
      amount: 0,
      planName: 'Pro',
      hasTaxInvoice: false,
      adjustmentNotes: [{ amountCents: credit, isCredit: true }],
    })
    const mail = await server.outbox.waitFor(pat.email, { subject: 'credit' })
    expect(mail.attachments).toMatchObject([
      { name: `adjustment-note-${downgrade!.adjustmentNotes[0]!.number}.pdf` },
    ])
    const session = await server.signIn(pat)
    const params = { id: downgrade!._id, note: downgrade!.adjustmentNotes[0]!._id }
    expect((await server.call(api.payments.adjustmentNote, { params }, session)).status).toBe(200)
    const other = await addUser()
    expect((await server.call(api.payments.adjustmentNote, { params }, other)).status).toBe(404)
    expect((await server.call(api.payments.credit, {}, session)).body.creditCents).toBe(credit)

    await server.passTo(server.later(32))
    expect(await planOf(pat)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    expect((await history(pat))[0]).toMatchObject({ amount: 0, creditCents: 499, hasTaxInvoice: true })
  })

  test('with a declined card changes nothing and shows the bank’s reason', async () => {
    const quo = await addUser()
    await server.subscribe(quo, 'pro', '4000000000000341')
    const { body: shown } = await preview(quo, server.plans.premium)
    expect(await change(quo, server.plans.premium, shown)).toMatchObject({
      status: 402,
      body: { code: paymentRefusals.declined.code, message: 'Your card was declined.' },
    })
    expect(await planOf(quo)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
    expect((await history(quo)).map(({ status }) => status)).toEqual(['failed', 'paid'])
  })

  describe('with a card that the bank wants to check', () => {
    const subscribed = async () => {
      const person = await addUser()
      const { customer, subscription } = await server.subscribe(person, 'pro')
      const card = { customer: customer as string }
      const { id } = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', card)
      await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
      return person
    }
    const begin = async (person: Person) => {
      const { body: shown } = await preview(person, server.plans.premium)
      const { body } = await change(person, server.plans.premium, shown)
      return { shown, clientSecret: body.clientSecret! }
    }
    const answer = async (clientSecret: string, outcome: 'approve' | 'fail') => {
      await fetch(`${server.standIn.url}/3ds/${clientSecret.split('_secret_')[0]}`, {
        method: 'POST',
        body: new URLSearchParams({ client_secret: clientSecret, outcome }),
      })
      await server.standIn.webhooksSettled()
    }
    const plan = (planName: string) => ({ subs_details: { planName, status: 'active' } })

    test('starts the new plan once the bank has confirmed, and not before', async () => {
      const vic = await subscribed()
      const { shown, clientSecret } = await begin(vic)
      expect(await planOf(vic)).toMatchObject(plan('Pro'))
      expect((await history(vic))[0]).toMatchObject({ status: 'open', amount: shown.dueNowCents })
      // A double click is the same payment.
      expect((await change(vic, server.plans.premium, shown)).body.clientSecret).toBe(clientSecret)
      await answer(clientSecret, 'approve')
      expect(await planOf(vic)).toMatchObject(plan('Premium'))
      expect(await history(vic)).toMatchObject([
        { status: 'paid', amount: shown.dueNowCents, planName: 'Premium' },
        { status: 'paid', amount: 499 },
      ])
      const { text } = await server.outbox.waitFor(vic.email, { subject: 'receipt', past: 1 })
      const total = formatCents(shown.dueNowCents)
      for (const fact of ['Price: $11.97', `Unused time: -$4.99`, `Total, including GST: ${total}`])
        expect(text).toContain(fact)
    })

    test('can be tried again after it failed, and is charged once', async () => {
      const wes = await subscribed()
      await answer((await begin(wes)).clientSecret, 'fail')
      expect(await planOf(wes)).toMatchObject(plan('Pro'))
      expect((await history(wes))[0]).toMatchObject({ status: 'failed' })
      const { shown, clientSecret } = await begin(wes)
      await answer(clientSecret, 'approve')
      expect(await planOf(wes)).toMatchObject(plan('Premium'))
      const paid = (await history(wes)).filter(({ status }) => status === 'paid')
      expect(paid.map(({ amount }) => amount)).toEqual([shown.dueNowCents, 499])
    })

    test('is given up after a day, and charges nothing', async () => {
      const xia = await subscribed()
      await begin(xia)
      await server.passTo(server.later(1))
      expect(await planOf(xia)).toMatchObject(plan('Pro'))
      expect(await history(xia)).toMatchObject([{ status: 'canceled' }, { status: 'paid', amount: 499 }])
    })

    test('resumes a plan that was cancelled', async () => {
      const yan = await subscribed()
      const cancelling = { body: { isCancelled: true } }
      await server.call(api.payments.cancelPlan, cancelling, await server.signIn(yan))
      const { clientSecret } = await begin(yan)
      expect(await planOf(yan)).toMatchObject({ subscription: { isRenewing: false } })
      await answer(clientSecret, 'approve')
      expect(await planOf(yan)).toMatchObject({ ...plan('Premium'), subscription: { isRenewing: true } })
    })
  })

  test('is refused at a price that was not shown', async () => {
    const ron = await addUser()
    await server.subscribe(ron, 'pro')
    const { body: shown } = await preview(ron, server.plans.premium)
    for (const lie of [
      { dueNowCents: 1 },
      { prorationDate: shown.prorationDate - 7200 },
      { prorationDate: shown.prorationDate + 20 * 86_400 },
    ]) {
      expect(await change(ron, server.plans.premium, { ...shown, ...lie })).toMatchObject({
        status: 409,
        body: { code: paymentRefusals.previewOutdated.code },
      })
    }
    expect(await planOf(ron)).toMatchObject({ subs_details: { planName: 'Pro' } })
  })

  test('changes nothing while Stripe is unavailable, nor does cancelling', async () => {
    const tia = await addUser()
    await server.subscribe(tia, 'pro')
    const { body: shown } = await preview(tia, server.plans.premium)
    const signedIn = await server.signIn(tia)
    server.standIn.setReachable(false)
    const responses = await Promise.all([
      preview(tia, server.plans.premium),
      change(tia, server.plans.premium, shown),
      server.call(api.payments.cancelPlan, { body: { isCancelled: true } }, signedIn),
      server.call(api.payments.portal, {}, signedIn),
    ])
    server.standIn.setReachable(true)
    for (const response of responses)
      expect(response).toMatchObject({ status: 503, body: { code: paymentRefusals.unavailable.code } })
    expect(await planOf(tia)).toMatchObject({
      subs_details: { planName: 'Pro' },
      subscription: { isRenewing: true },
    })
    expect(await history(tia)).toHaveLength(1)
  })

  test('is reported as unknown when Stripe’s answer is lost, and then looked up', async () => {
    const uma = await addUser()
    await server.subscribe(uma, 'pro')
    const { body: shown } = await preview(uma, server.plans.premium)
    server.setEventsLost(true)
    server.standIn.loseAnswers(
      ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
    )
    const response = await change(uma, server.plans.premium, shown)
    server.standIn.loseAnswers(() => false)
    server.setEventsLost(false)
    expect(response).toMatchObject({ status: 504, body: { code: paymentRefusals.outcomeUnknown.code } })
    expect(JSON.stringify(response.body)).not.toContain('haven’t been charged')
    await expect.poll(() => planOf(uma)).toMatchObject({ subs_details: { planName: 'Premium' } })
    expect((await history(uma)).map(({ amount }) => amount)).toEqual([shown.dueNowCents, 499])
  })

  test('is refused without a subscription, and to the plan the user has', async () => {
    const sue = await addUser()
    expect(await preview(sue, server.plans.pro)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.noSubscription.code },
    })
    const cancelling = { body: { isCancelled: true } }
    expect(await server.call(api.payments.cancelPlan, cancelling, sue)).toMatchObject({ status: 409 })
    expect(await server.call(api.payments.portal, {}, await server.signIn(sue))).toMatchObject({
      status: 409,
    })
    await server.subscribe(sue, 'pro')
    expect(await preview(sue, server.plans.pro)).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.samePlan.code },
    })
    expect(await preview(sue, server.plans.trial)).toMatchObject({ status: 404 })
  })
})
