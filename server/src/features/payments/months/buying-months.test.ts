import { api, monthNames, paymentRefusals, paymentTexts, type MonthName } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})
beforeEach(() => server.setNow(new Date('2026-07-01T02:00:00Z')))

let userCount = 0
const addUser = () => server.addUser(`buyer${++userCount}@example.com`)
const createIntent = (person: Person, months: MonthName[], plan = server.plans.pro) =>
  server.call(api.payments.createIntent, { body: { months, plan } }, person)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, person)).body.docs
const taken = async (person: Person) =>
  (await server.call(api.payments.availableMonths, { body: { months: [...monthNames] } }, person)).body
    .overlapped

describe('buying months', () => {
  test('ahead grants no access yet, and says when they start', async () => {
    const zoe = await addUser()
    await server.pay((await createIntent(zoe, ['Sep', 'Nov'])).body.clientSecret)
    expect(await planStateOf(server.deps, zoe.id)).toMatchObject({
      subs_details: null,
      unlocked: [],
      upcoming: { planName: 'Pro', startsAt: '2026-08-31T14:00:00.000Z', endsAt: '2026-09-30T14:00:00.000Z' },
    })
  })

  test('costs the plan’s price for each, grants them once paid, and emails a tax invoice', async () => {
    const ann = await addUser()
    const intent = await createIntent(ann, ['Aug', 'Jul'])
    expect(intent).toMatchObject({ status: 200, body: { amountCents: 998, currency: 'AUD' } })
    expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: null })
    expect(await history(ann)).toMatchObject([
      { status: 'open', amount: 998, months: ['Jul 2026', 'Aug 2026'] },
    ])

    await server.pay(intent.body.clientSecret)

    expect(await planStateOf(server.deps, ann.id)).toMatchObject({
      subs_details: { planName: 'Pro', status: 'active', currentPeriodEnd: '2026-08-31T14:00:00.000Z' },
      unlocked: ['scan', 'upload', 'category'],
    })
    const [paid] = await history(ann)
    expect(paid).toMatchObject({ status: 'paid', currency: 'AUD', planName: 'Pro', hasTaxInvoice: true })
    expect(paid!.payment_id).toMatch(/^pi_/)
    const mail = await server.outbox.waitFor(ann.email, { subject: 'receipt' })
    expect(mail.text).toContain('GST included: $0.91')
    expect(mail.attachments).toMatchObject([
      { name: expect.stringMatching(/^tax-invoice-DB-\d{6}\.pdf$/), type: 'application/pdf' },
    ])
    expect(await taken(ann)).toEqual(['Jul', 'Aug'])
  })

  test('creates one payment for the same order, even from concurrent requests', async () => {
    const lee = await addUser()
    const responses = await Promise.all(Array.from({ length: 8 }, () => createIntent(lee, ['Sep', 'Oct'])))
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await history(lee)).toHaveLength(1)
  })

  test('on a card form left open past the end of a month refunds that month', async () => {
    server.setNow(new Date('2026-07-31T13:50:00Z'))
    const mel = await addUser()
    const { body } = await createIntent(mel, ['Jul', 'Aug'])
    server.setNow(new Date('2026-07-31T14:10:00Z'))
    await server.pay(body.clientSecret)
    expect(await planStateOf(server.deps, mel.id)).toMatchObject({
      subs_details: { currentPeriodStart: '2026-07-31T14:00:00.000Z', status: 'active' },
    })
    await expect
      .poll(async () => (await history(mel))[0])
      .toMatchObject({ status: 'paid', amount: 998, refundedCents: 499 })
  })

  test('in two tabs can be paid in only one of them', async () => {
    const kim = await addUser()
    const both = await Promise.all([createIntent(kim, ['Sep', 'Oct']), createIntent(kim, ['Oct', 'Nov'])])
    const secrets = both.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret)
    const intents = await Promise.all(secrets.map((secret) => server.pay(secret)))
    expect(intents.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    const rows = await server.deps.db
      .selectFrom('subscriptions')
      .select('month')
      .where('ownerId', '=', kim.id)
      .execute()
    expect(rows).toHaveLength(2)
  })

  test('replaces an unpaid order and cancels it at Stripe', async () => {
    const max = await addUser()
    const first = await createIntent(max, ['Sep'])
    const second = await createIntent(max, ['Sep', 'Oct'])
    expect(second.body.amountCents).toBe(998)
    expect((await server.pay(first.body.clientSecret)).status).toBe('canceled')
    expect((await server.pay(second.body.clientSecret)).status).toBe('succeeded')
    expect((await history(max)).map(({ status }) => status)).toEqual(['paid', 'canceled'])
  })

  test('is refused for months that are paid already, and names them', async () => {
    const zoe = await addUser()
    await server.pay((await createIntent(zoe, ['Sep'])).body.clientSecret)
    expect(await createIntent(zoe, ['Sep', 'Oct'])).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.monthsTaken.code, fields: { months: 'You already have Sep 2026.' } },
    })
  })

  test('works with another card after a decline', async () => {
    const eva = await addUser()
    const { body } = await createIntent(eva, ['Dec'])
    expect((await server.pay(body.clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(
      'requires_payment_method',
    )
    expect(await history(eva)).toMatchObject([{ status: 'failed' }])
    expect(await planStateOf(server.deps, eva.id)).toMatchObject({ subs_details: null })
    expect((await createIntent(eva, ['Dec'])).body.clientSecret).toBe(body.clientSecret)
    await server.pay(body.clientSecret)
    expect(await history(eva)).toMatchObject([{ status: 'paid', isBankDebit: false }])
  })

  test('by bank debit reserves the months until the debit fails', async () => {
    const ben = await addUser()
    const { body } = await createIntent(ben, ['Jan'])
    const id = body.clientSecret.split('_secret_')[0]!
    await server.stripe.paymentIntents.confirm(id, {
      payment_method_data: {
        type: 'au_becs_debit',
        au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
      },
      return_url: 'http://docketbox.test/complete',
    })
    await server.standIn.webhooksSettled()
    expect(await history(ben)).toMatchObject([{ status: 'open', isBankDebit: true }])
    expect(await taken(ben)).toEqual(['Jan'])
    expect(await createIntent(ben, ['Jan'])).toMatchObject({ status: 409 })
    const other = await createIntent(ben, ['Feb'])
    expect(other.status).toBe(200)

    server.standIn.settle(id, 'failed')
    await server.standIn.webhooksSettled()
    expect((await history(ben)).map(({ status }) => status)).toEqual(['open', 'failed'])
    expect(await taken(ben)).toEqual([])
    const mail = await server.outbox.waitFor(ben.email, { subject: 'go through' })
    expect(mail.text).toContain('$4.99 payment for Pro (Jan 2027)')
    expect(await planStateOf(server.deps, ben.id)).toMatchObject({ subs_details: null })
  })

  test('expires a day after checkout was abandoned, and releases the months', async () => {
    const ida = await addUser()
    const { body } = await createIntent(ida, ['Mar'])
    const { closeAbandonedPayments } = await import('./closing/close-payment.ts')
    server.setNow(new Date('2026-07-02T03:00:00Z'))
    await closeAbandonedPayments.handler(
      server.deps,
      {},
      { id: 'x', attempt: 1, isLast: true, signal: AbortSignal.timeout(5000) },
    )
    await server.standIn.webhooksSettled()
    expect(await history(await server.signIn(ida))).toMatchObject([{ status: 'expired' }])
    expect((await server.pay(body.clientSecret)).status).toBe('canceled')
  })
})

describe('a payment intent is refused', () => {
  test.each([
    ['without a month', { months: [] }, 400, paymentTexts.noMonths],
    ['with a month twice', { months: ['Jul', 'Jul'] }, 400, 'Choose each month only once.'],
    ['with an unknown month', { months: ['Julember'] }, 400, 'This isn’t a month.'],
    ['with a price from the user', { months: ['Jul'], amount: 1 }, 400, 'Unknown field.'],
    ['in a currency from the user', { months: ['Jul'], currency: 'usd' }, 400, 'Unknown field.'],
    ['for another user', { months: ['Jul'], user: 'x' }, 400, 'Unknown field.'],
    [
      'for an unknown plan',
      { months: ['Jul'], plan: '01937000-0000-7000-8000-0000000009ff' },
      404,
      paymentRefusals.planNotFound.message,
    ],
    ['for a plan by its position', { months: ['Jul'], plan: 1 }, 400, 'We couldn’t find this plan.'],
  ])('%s', async (_, body, status, message) => {
    const person = await addUser()
    const refused = await server.call(
      api.payments.createIntent,
      { body: { plan: server.plans.pro, ...body } as never },
      person,
    )
    expect(refused).toMatchObject({ status, body: { message } })
    expect(await history(person)).toEqual([])
  })

  test('for a plan that is paid quarterly or free', async () => {
    const person = await addUser()
    expect(await createIntent(person, ['Jul'], server.plans.premium)).toMatchObject({ status: 409 })
    expect(await createIntent(person, ['Jul'], server.plans.trial)).toMatchObject({ status: 409 })
  })

  test('without a charge while Stripe is unavailable, and works again afterwards', async () => {
    const person = await addUser()
    server.standIn.setReachable(false)
    const away = await createIntent(person, ['Jul'])
    expect(away).toMatchObject({ status: 503, body: { code: paymentRefusals.unavailable.code } })
    expect(away.headers.get('retry-after')).toBe('60')
    expect((await server.call(api.subscriptions.list, {}, person)).status).toBe(200)
    server.standIn.setReachable(true)
    const back = await createIntent(person, ['Jul'])
    expect(back.status).toBe(200)
    expect(await history(person)).toHaveLength(1)
  })
})

describe('the payment history', () => {
  test('has pages, newest first, with the user’s own payments only', async () => {
    const person = await addUser()
    for (const month of monthNames.slice(0, 3))
      await server.pay((await createIntent(person, [month])).body.clientSecret)
    const page = await server.call(api.payments.history, { query: { page: 2, limit: 2 } }, person)
    expect(page.body).toMatchObject({
      totalDocs: 3,
      totalPages: 2,
      page: 2,
      docs: [{ months: ['Jan 2027'] }],
    })
    expect(await history(await addUser())).toEqual([])
  })

  test('offers the tax invoice of a paid payment to its owner only', async () => {
    const person = await addUser()
    const { body } = await createIntent(person, ['Jul'])
    const [open] = await history(person)
    const invoice = { params: { id: open!._id } }
    expect(await server.call(api.payments.taxInvoice, invoice, person)).toMatchObject({ status: 409 })
    await server.pay(body.clientSecret)
    const pdf = await server.call(api.payments.taxInvoice, invoice, person)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await server.call(api.payments.taxInvoice, invoice, await addUser())).toMatchObject({
      status: 404,
    })
  })
})
