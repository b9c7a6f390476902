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

let people = 0
const somebody = () => server.addUser(`buyer${++people}@example.com`)
const ask = (person: Person, months: MonthName[], plan = server.plans.pro) =>
  server.call(api.payments.createIntent, { body: { months, plan } }, person)
const history = async (person: Person) =>
  (await server.call(api.payments.history, { query: {} }, person)).body.docs
const taken = async (person: Person) =>
  (await server.call(api.payments.availableMonths, { body: { months: [...monthNames] } }, person)).body
    .overlapped

describe('buying months', () => {
  test('that are still to come opens nothing yet, and says when they begin', async () => {
    const zoe = await somebody()
    await server.pay((await ask(zoe, ['Sep', 'Nov'])).body.clientSecret)
    expect(await planStateOf(server.deps, zoe.id)).toMatchObject({
      subs_details: null,
      unlocked: [],
      incoming: { planName: 'Pro', startsAt: '2026-08-31T14:00:00.000Z' },
    })
  })

  test('costs the plan’s price for each, opens them once paid, and mails a tax invoice', async () => {
    const ann = await somebody()
    const asked = await ask(ann, ['Aug', 'Jul'])
    expect(asked).toMatchObject({ status: 200, body: { amountCents: 998, currency: 'AUD' } })
    expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: null })
    expect(await history(ann)).toMatchObject([
      { status: 'open', amount: 998, months: ['Jul 2026', 'Aug 2026'] },
    ])

    await server.pay(asked.body.clientSecret)

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

  test('is prepared once, however often it is asked for', async () => {
    const lee = await somebody()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(lee, ['Sep', 'Oct'])))
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await history(lee)).toHaveLength(1)
  })

  test('from a card form left open until the month was over gives its price back', async () => {
    server.setNow(new Date('2026-07-31T13:50:00Z'))
    const mel = await somebody()
    const { body } = await ask(mel, ['Jul', 'Aug'])
    server.setNow(new Date('2026-07-31T14:10:00Z'))
    await server.pay(body.clientSecret)
    expect(await planStateOf(server.deps, mel.id)).toMatchObject({
      subs_details: { currentPeriodStart: '2026-07-31T14:00:00.000Z', status: 'active' },
    })
    await expect
      .poll(async () => (await history(mel))[0], { timeout: 20_000 })
      .toMatchObject({ status: 'paid', amount: 998, refundedCents: 499 })
  })

  test('from two tabs at once can be paid in one of them only', async () => {
    const kim = await somebody()
    const both = await Promise.all([ask(kim, ['Sep', 'Oct']), ask(kim, ['Oct', 'Nov'])])
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

  test('replaces a choice that was not paid, and cancels that at the provider', async () => {
    const max = await somebody()
    const first = await ask(max, ['Sep'])
    const second = await ask(max, ['Sep', 'Oct'])
    expect(second.body.amountCents).toBe(998)
    expect((await server.pay(first.body.clientSecret)).status).toBe('canceled')
    expect((await server.pay(second.body.clientSecret)).status).toBe('succeeded')
    expect((await history(max)).map(({ status }) => status)).toEqual(['paid', 'canceled'])
  })

  test('that are already paid is refused, by name', async () => {
    const zoe = await somebody()
    await server.pay((await ask(zoe, ['Sep'])).body.clientSecret)
    expect(await ask(zoe, ['Sep', 'Oct'])).toMatchObject({
      status: 409,
      body: { code: paymentRefusals.monthsTaken.code, fields: { months: 'You already have Sep 2026.' } },
    })
  })

  test('can be tried again with another card after a decline', async () => {
    const eva = await somebody()
    const { body } = await ask(eva, ['Dec'])
    expect((await server.pay(body.clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(
      'requires_payment_method',
    )
    expect(await history(eva)).toMatchObject([{ status: 'failed' }])
    expect(await planStateOf(server.deps, eva.id)).toMatchObject({ subs_details: null })
    expect((await ask(eva, ['Dec'])).body.clientSecret).toBe(body.clientSecret)
    await server.pay(body.clientSecret)
    expect(await history(eva)).toMatchObject([{ status: 'paid' }])
  })

  test('by bank debit holds the months while it is on its way, and frees them when it fails', async () => {
    const ben = await somebody()
    const { body } = await ask(ben, ['Jan'])
    const id = body.clientSecret.split('_secret_')[0]!
    await server.stripe.paymentIntents.confirm(id, {
      payment_method_data: {
        type: 'au_becs_debit',
        au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
      },
      return_url: 'http://docketbox.test/complete',
    })
    await server.standIn.webhooksSettled()
    expect(await history(ben)).toMatchObject([{ status: 'open' }])
    expect(await taken(ben)).toEqual(['Jan'])
    expect(await ask(ben, ['Jan'])).toMatchObject({ status: 409 })
    const other = await ask(ben, ['Feb'])
    expect(other.status).toBe(200)

    server.standIn.settle(id, 'failed')
    await server.standIn.webhooksSettled()
    expect((await history(ben)).map(({ status }) => status)).toEqual(['open', 'failed'])
    expect(await taken(ben)).toEqual([])
    const mail = await server.outbox.waitFor(ben.email, { subject: 'go through' })
    expect(mail.text).toContain('$4.99 for Pro (Jan 2027)')
    expect(await planStateOf(server.deps, ben.id)).toMatchObject({ subs_details: null })
  })

  test('that was begun and left expires after a day and frees its months', async () => {
    const ida = await somebody()
    const { body } = await ask(ida, ['Mar'])
    const { closeAbandonedPayments } = await import('./close-payment.ts')
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

describe('asking for a payment is refused', () => {
  test.each([
    ['without a month', { months: [] }, 400, paymentTexts.noMonths],
    ['with a month twice', { months: ['Jul', 'Jul'] }, 400, 'Choose each month only once.'],
    ['with a month there is not', { months: ['Julember'] }, 400, 'This is not a month.'],
    ['with a price of one’s own', { months: ['Jul'], amount: 1 }, 400, 'This field is not known here.'],
    [
      'in a currency of one’s own',
      { months: ['Jul'], currency: 'usd' },
      400,
      'This field is not known here.',
    ],
    ['for somebody else', { months: ['Jul'], user: 'x' }, 400, 'This field is not known here.'],
    [
      'for a plan there is not',
      { months: ['Jul'], plan: '01937000-0000-7000-8000-0000000009ff' },
      404,
      paymentRefusals.planNotFound.message,
    ],
    ['for a plan by its position', { months: ['Jul'], plan: 1 }, 400, 'We couldn’t find this plan.'],
  ])('%s', async (_, body, status, message) => {
    const person = await somebody()
    const refused = await server.call(
      api.payments.createIntent,
      { body: { plan: server.plans.pro, ...body } as never },
      person,
    )
    expect(refused).toMatchObject({ status, body: { message } })
    expect(await history(person)).toEqual([])
  })

  test('for a plan that is sold by the quarter, or costs nothing', async () => {
    const person = await somebody()
    expect(await ask(person, ['Jul'], server.plans.premium)).toMatchObject({ status: 409 })
    expect(await ask(person, ['Jul'], server.plans.trial)).toMatchObject({ status: 409 })
  })

  test('while the provider is away: plainly, charging nothing, and working again by itself', async () => {
    const person = await somebody()
    server.standIn.setReachable(false)
    const away = await ask(person, ['Jul'])
    expect(away).toMatchObject({ status: 503, body: { code: paymentRefusals.unavailable.code } })
    expect(away.headers.get('retry-after')).toBe('60')
    expect((await server.call(api.subscriptions.list, {}, person)).status).toBe(200)
    server.standIn.setReachable(true)
    const back = await ask(person, ['Jul'])
    expect(back.status).toBe(200)
    expect(await history(person)).toHaveLength(1)
  })
})

describe('the payment history', () => {
  test('pages, newest first, and shows nobody else’s', async () => {
    const person = await somebody()
    for (const month of monthNames.slice(0, 3))
      await server.pay((await ask(person, [month])).body.clientSecret)
    const page = await server.call(api.payments.history, { query: { page: 2, limit: 2 } }, person)
    expect(page.body).toMatchObject({
      totalDocs: 3,
      totalPages: 2,
      page: 2,
      docs: [{ months: ['Jan 2027'] }],
    })
    expect(await history(await somebody())).toEqual([])
  })

  test('opens the tax invoice of what was paid, to its owner only', async () => {
    const person = await somebody()
    const { body } = await ask(person, ['Jul'])
    const [open] = await history(person)
    const invoice = { params: { id: open!._id } }
    expect(await server.call(api.payments.taxInvoice, invoice, person)).toMatchObject({ status: 409 })
    await server.pay(body.clientSecret)
    const pdf = await server.call(api.payments.taxInvoice, invoice, person)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await server.call(api.payments.taxInvoice, invoice, await somebody())).toMatchObject({
      status: 404,
    })
  })
})
