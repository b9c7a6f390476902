import {
  type NewPromotion,
  type Promotion,
  promotionEndpoints,
  promotionRefusals,
} from '@docketbox/contract/payments/promotion-endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import PromotionsPage from './page.tsx'

const promotion = (changes: Partial<Promotion>): Promotion => ({
  _id: 'promo_1',
  code: 'EOFY20',
  percentOff: 20,
  amountOffCents: null,
  endsAt: null,
  maxUses: null,
  uses: 0,
  isActive: true,
  createdAt: '2026-07-01T00:00:00Z',
  ...changes,
})
const list = (...docs: Promotion[]) => fake(promotionEndpoints.listPromotions, () => ({ docs }))

beforeEach(() => signInAs('Admin'))

describe('the promotion codes', () => {
  test.each<[string, Partial<Promotion>, string[]]>([
    ['a percentage', {}, ['EOFY20', '20% off', 'No end date', '0', 'Active']],
    ['an amount', { percentOff: null, amountOffCents: 250 }, ['$2.50 off']],
    ['its last day', { endsAt: '2026-08-31T14:00:00Z' }, ['31 Aug 2026']],
    ['its uses', { uses: 1_200, maxUses: 5_000 }, ['1,200 of 5,000']],
    ['that it has ended', { isActive: false, uses: 4, maxUses: 5 }, ['Ended']],
    ['that it’s used up', { isActive: false, uses: 5, maxUses: 5 }, ['Used up']],
  ])('show %s', async (_, changes, texts) => {
    serveFakes(list(promotion(changes)))
    renderScreen(<PromotionsPage />)
    const table = await screen.findByRole('table')
    for (const text of texts) expect(within(table).getAllByText(text).length).toBeGreaterThan(0)
  })
})

describe('creating one', () => {
  const open = async (respond: () => Promotion | ReturnType<typeof refuse> = () => promotion({})) => {
    const sent: NewPromotion[] = []
    const create = fake(promotionEndpoints.createPromotion, ({ body }) => {
      sent.push(body as NewPromotion)
      return respond()
    })
    serveFakes(list(), create)
    const { user, router } = renderScreen(<PromotionsPage />)
    await user.click((await screen.findAllByRole('button', { name: 'Create code' }))[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    const type = (label: RegExp | string, text: string) => user.type(dialog.getByLabelText(label), text)
    const submit = () => user.click(dialog.getByRole('button', { name: 'Create code' }))
    return { user, router, dialog, type, submit, sent }
  }

  test('takes a percentage off', async () => {
    const { type, submit, sent } = await open()
    await type('Code', 'eofy20')
    await type('Discount (%)', '20')
    await type(/Maximum uses/, '5')
    await submit()
    expect(await screen.findByText('EOFY20 is ready to use.')).toBeTruthy()
    expect(sent).toEqual([{ code: 'EOFY20', percentOff: 20, maxUses: 5 }])
  })

  test('asks before what’s typed is lost by leaving', async () => {
    const { router, type } = await open()
    await type('Code', 'eofy20')
    void router.navigate('/admin-dashboard')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  })

  test('takes a fixed amount off', async () => {
    const { user, dialog, type, submit, sent } = await open()
    await type('Code', 'TWO')
    await user.selectOptions(dialog.getByLabelText('Type of discount'), 'Fixed amount')
    await type('Discount', '2.50')
    await submit()
    expect(await screen.findByText('EOFY20 is ready to use.')).toBeTruthy()
    expect(sent).toEqual([{ code: 'TWO', amountOffCents: 250 }])
  })

  test.each([
    ['a percentage above 100', 'Percentage', /^Discount/, '101', 'Enter at most 100.'],
    ['an amount of nothing', 'Fixed amount', /^Discount/, '0', 'Enter at least one cent.'],
    ['more than any plan costs', 'Fixed amount', /^Discount/, '10000', 'Enter at most 9,999.99.'],
    ['words for an amount', 'Fixed amount', /^Discount/, 'two', 'Enter an amount such as 2.00.'],
  ])('refuses %s', async (_, kind, label, typed, message) => {
    const { user, dialog, type, submit, sent } = await open()
    await type('Code', 'TWO')
    await user.selectOptions(dialog.getByLabelText('Type of discount'), kind)
    await type(label, typed)
    await submit()
    expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0)
    expect(sent).toEqual([])
  })

  test('lists what’s wrong in the order of the fields, and nothing about a field that’s gone', async () => {
    const { user, dialog, type, submit } = await open()
    await type(/Maximum uses/, '1.5')
    await submit()
    const problems = () =>
      within(dialog.getByRole('alert'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(problems()).toEqual([
        'Use at least 3 characters.',
        'Enter at least 1.',
        'Enter a whole number.',
      ]),
    )
    await user.selectOptions(dialog.getByLabelText('Type of discount'), 'Fixed amount')
    await waitFor(() => expect(problems()).toEqual(['Use at least 3 characters.', 'Enter a whole number.']))
  })

  test.each([
    ['percentOff', 'Percentage', 'Discount (%)', '95'],
    ['amountOffCents', 'Fixed amount', 'Discount', '4.80'],
  ])('says at its field why a discount is too large (%s)', async (field, kind, label, typed) => {
    const message = 'The first payment for Pro would be $0.25. Choose 90% or 100% instead.'
    const { user, dialog, type, submit } = await open(() =>
      refuse(promotionRefusals.tooSmall, { [field]: message }),
    )
    await type('Code', 'EOFY20')
    await user.selectOptions(dialog.getByLabelText('Type of discount'), kind)
    await type(label, typed)
    await submit()
    const error = () => dialog.getByLabelText(label).getAttribute('aria-describedby') ?? ''
    await waitFor(() => expect(error()).not.toBe(''))
    expect(document.getElementById(error())?.textContent).toBe(message)
  })

  test('says at its field that a code is in use, and keeps what was typed', async () => {
    const { message } = promotionRefusals.codeTaken
    const { dialog, type, submit } = await open(() => refuse(promotionRefusals.codeTaken, { code: message }))
    await type('Code', 'EOFY20')
    await type('Discount (%)', '20')
    await submit()
    expect(await dialog.findByRole('link', { name: message })).toBeTruthy()
    const code = dialog.getByLabelText<HTMLInputElement>('Code')
    expect([code.value, code.getAttribute('aria-invalid')]).toEqual(['EOFY20', 'true'])
  })
})

describe('ending one', () => {
  async function open(respond: () => Promotion | ReturnType<typeof refuse>) {
    const state = { isActive: true, ended: 0 }
    serveFakes(
      fake(promotionEndpoints.listPromotions, () => ({ docs: [promotion({ isActive: state.isActive })] })),
      fake(promotionEndpoints.endPromotion, () => {
        state.ended += 1
        return respond()
      }),
    )
    const { user } = renderScreen(<PromotionsPage />)
    await user.click(await screen.findByRole('button', { name: 'End EOFY20' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'End EOFY20?' }))
    const confirm = () => user.click(dialog.getByRole('button', { name: 'End EOFY20' }))
    return { user, state, dialog, confirm }
  }

  test('asks first, and then moves the focus to the table', async () => {
    const { state, dialog, confirm } = await open(() => {
      state.isActive = false
      return promotion({ isActive: false })
    })
    expect(dialog.getByText(/This can’t be undone\./)).toBeTruthy()
    expect(state.ended).toBe(0)
    await confirm()
    expect(await screen.findByText('EOFY20 has ended.')).toBeTruthy()
    const table = screen.getByRole('region', { name: 'Promotion codes' })
    await waitFor(() => expect(document.activeElement).toBe(table))
  })

  test('keeps the code if it isn’t confirmed', async () => {
    const { user, state, dialog } = await open(() => promotion({}))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(state.ended).toBe(0)
  })

  test('says on the page that Stripe hasn’t confirmed it', async () => {
    const { confirm } = await open(() => refuse(promotionRefusals.endPending))
    await confirm()
    expect(await screen.findByText('Stripe didn’t respond. We’ll keep trying to end EOFY20.')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('says in the dialog why it couldn’t be ended', async () => {
    const { dialog, confirm } = await open(() => refuse(promotionRefusals.unavailable))
    await confirm()
    expect(await dialog.findByText(promotionRefusals.unavailable.message)).toBeTruthy()
  })
})
