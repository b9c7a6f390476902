import { afterAll, describe, expect, test } from 'vitest'
import { needsStandIn } from './calls.ts'
import { openTarget, refusedWith, STAND_IN, targets } from './target.ts'

/** What the product relies on for one-off payments, through the official SDK. */
describe.each(targets)('%s', async (name) => {
  const isReal = name !== STAND_IN
  const target = await openTarget(name)
  const { stripe } = target
  afterAll(target.close)

  const pay = (payment_method: string) =>
    stripe.paymentIntents.create({
      amount: 1000,
      currency: 'aud',
      allowed_payment_method_types: ['card'],
      payment_method,
      confirm: true,
    })

  describe('a payment intent', () => {
    const card = { amount: 998, currency: 'aud', allowed_payment_method_types: ['card'] }
    const attempt = (payment_method: string) =>
      stripe.paymentIntents.create({ ...card, payment_method, confirm: true })

    test('is made with a client secret and waits for a payment method', async () => {
      const intent = await stripe.paymentIntents.create({
        amount: 499,
        currency: 'aud',
        automatic_payment_methods: { enabled: true },
        metadata: { months: 'Jul' },
      })
      expect(intent).toMatchObject({
        object: 'payment_intent',
        status: 'requires_payment_method',
        livemode: false,
        metadata: { months: 'Jul' },
      })
      expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
      const { data } = await stripe.paymentIntents.list({ limit: 1 })
      expect(data[0]?.client_secret).toMatch(/_secret_/)
    })

    test('is listed with its customer’s', async () => {
      const { id: customer } = await stripe.customers.create({ email: 'ann@example.com' })
      const { id } = await stripe.paymentIntents.create({ amount: 499, currency: 'aud', customer })
      const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
      expect(data.map((intent) => intent.id)).toEqual([id])
    })

    test('succeeds with a good card and has a charge', async () => {
      const intent = await stripe.paymentIntents.create({
        ...card,
        payment_method: 'pm_card_visa',
        confirm: true,
        expand: ['latest_charge'],
      })
      expect(intent).toMatchObject({ status: 'succeeded', amount_received: 998 })
      expect(intent.latest_charge).toMatchObject({
        object: 'charge',
        paid: true,
        status: 'succeeded',
        amount: 998,
      })
    })

    test.each([
      ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
      ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
      ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ])('is declined with %s and can be tried again', async (method, code, decline_code) => {
      const made = await stripe.paymentIntents.create(card)
      await expect(stripe.paymentIntents.confirm(made.id, { payment_method: method })).rejects.toEqual(
        refusedWith('StripeCardError', { code, decline_code, statusCode: 402 }),
      )
      const declined = await stripe.paymentIntents.retrieve(made.id)
      expect(declined).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code, decline_code },
      })
      const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
      expect(paid.status).toBe('succeeded')
    })

    test('asks for the bank first with a card that must be authenticated', async () => {
      const intent = await attempt('pm_card_authenticationRequired')
      expect(intent.status).toBe('requires_action')
      expect(intent.next_action).not.toBeNull()
    })

    test('cannot be paid twice, nor cancelled once paid', async () => {
      const { id } = await attempt('pm_card_visa')
      const state = refusedWith('StripeInvalidRequestError', { code: 'payment_intent_unexpected_state' })
      await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toEqual(
        state,
      )
      await expect(stripe.paymentIntents.cancel(id)).rejects.toEqual(state)
    })

    test('can be cancelled while it waits', async () => {
      const { id } = await stripe.paymentIntents.create(card)
      expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' })
    })

    test.each([
      ['too small', { amount: 10, currency: 'aud' }, 'amount_too_small'],
      ['no number', { amount: 'much' as never, currency: 'aud' }, undefined],
      ['unknown to the API', { amount: 499, currency: 'aud', months: 'Jul' } as never, 'parameter_unknown'],
    ])('is refused if the parameters are %s', async (_, params, code) => {
      await expect(stripe.paymentIntents.create(params)).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { statusCode: 400, ...(code && { code }) }),
      )
    })

    test.skipIf(isReal)(
      'by bank debit is processing first and then succeeds (needs the clock of the stand-in)',
      async () => {
        needsStandIn()
        const debit = {
          type: 'au_becs_debit',
          au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
        } as const
        const intent = await stripe.paymentIntents.create({
          amount: 499,
          currency: 'aud',
          allowed_payment_method_types: ['au_becs_debit'],
          payment_method_data: { ...debit, billing_details: { name: 'Ann', email: 'ann@example.com' } },
          mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
          confirm: true,
        })
        expect(intent.status).toBe('processing')
        await target.standIn!.advance({ days: 4 })
        expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
      },
    )

    test.skipIf(isReal)('by bank debit may fail days later (needs the control of the stand-in)', async () => {
      needsStandIn()
      const intent = await stripe.paymentIntents.create({
        amount: 499,
        currency: 'aud',
        allowed_payment_method_types: ['au_becs_debit'],
        payment_method_data: {
          type: 'au_becs_debit',
          au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
        },
        confirm: true,
      })
      target.standIn!.settle(intent.id, 'failed')
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
    })
  })

  describe('a refund', () => {
    test('gives part back, then the rest, and no more', async () => {
      const { id } = await pay('pm_card_visa')
      expect(await stripe.refunds.create({ payment_intent: id, amount: 400 })).toMatchObject({
        amount: 400,
        status: 'succeeded',
      })
      await expect(stripe.refunds.create({ payment_intent: id, amount: 601 })).rejects.toEqual(
        refusedWith('StripeInvalidRequestError'),
      )
      const metadata = { creditRefund: 'r1' }
      await stripe.refunds.create({ payment_intent: id, metadata })
      const { data } = await stripe.refunds.list({ payment_intent: id, limit: 100 })
      expect(data.map(({ amount, metadata }) => [amount, metadata])).toEqual([
        [600, metadata],
        [400, {}],
      ])
      const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
      expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 1000 })
      await expect(stripe.refunds.create({ payment_intent: id })).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'charge_already_refunded' }),
      )
    })

    test('to some cards is pending first (its outcome needs the clock of the stand-in)', async () => {
      const { id } = await pay('pm_card_pendingRefund')
      const made = await stripe.refunds.create({ payment_intent: id })
      expect(made).toMatchObject({ status: 'pending', amount: 1000 })
      if (isReal) return
      await target.standIn!.advance({ days: 1 })
      expect(await stripe.refunds.retrieve(made.id)).toMatchObject({ status: 'succeeded' })
    })

    test.skipIf(isReal)('may come back, and is ours again (needs the clock of the stand-in)', async () => {
      const { id } = await pay('pm_card_refundFail')
      const made = await stripe.refunds.create({ payment_intent: id })
      expect(made.status).toBe('succeeded')
      await target.standIn!.advance({ days: 1 })
      expect(await stripe.refunds.retrieve(made.id)).toMatchObject({
        status: 'failed',
        failure_reason: 'lost_or_stolen_card',
      })
      const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
      expect(latest_charge).toMatchObject({ refunded: false, amount_refunded: 0 })
    })
  })

  describe('a dispute', () => {
    const disputeOf = async (payment_intent: string) => {
      const found = async () => (await stripe.disputes.list({ payment_intent })).data[0]
      await expect.poll(found, { timeout: 30_000 }).toBeTruthy()
      return (await found())!
    }

    test('takes the charge back, which can’t be refunded then', async () => {
      const { id } = await pay('pm_card_createDispute')
      expect(await disputeOf(id)).toMatchObject({ status: 'needs_response', amount: 1000 })
      await expect(stripe.refunds.create({ payment_intent: id })).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'charge_disputed' }),
      )
    }, 60_000)

    test.each([
      ['pm_card_createDispute', 'winning_evidence', 'won'],
      ['pm_card_createDispute', 'losing_evidence', 'lost'],
      ['pm_card_createDisputeInquiry', 'winning_evidence', 'warning_closed'],
      ['pm_card_createDisputeInquiry', 'escalate_inquiry_evidence', 'needs_response'],
    ])(
      'of %s with %s is %s',
      async (card, uncategorized_text, status) => {
        const { id } = await disputeOf((await pay(card)).id)
        await stripe.disputes.update(id, { evidence: { uncategorized_text }, submit: true })
        const current = async () => (await stripe.disputes.retrieve(id)).status
        await expect.poll(current, { timeout: 30_000 }).toBe(status)
      },
      90_000,
    )

    test('that is accepted is lost', async () => {
      const { id } = await disputeOf((await pay('pm_card_createDispute')).id)
      expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' })
    }, 60_000)

    test('may be an inquiry first, before the bank takes anything', async () => {
      const { id } = await pay('pm_card_createDisputeInquiry')
      expect(await disputeOf(id)).toMatchObject({ status: 'warning_needs_response' })
    }, 60_000)
  })
})
