import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paymentWith } from '#features/payments/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ManagePage from '../manage/page.tsx'
import PlansPage from '../plans/page.tsx'
import { details, personOn, personWith, planOf, plansList } from '../testing/index.ts'

beforeEach(() => signInAs('User'))

const pages = { Plans: PlansPage, 'Manage Subscription': ManagePage }
const pageNames = Object.keys(pages) as (keyof typeof pages)[]

function open(page: keyof typeof pages, person: LoggedUser, debit: Partial<Payment>) {
  const Page = pages[page]
  const docs = [paymentWith({ status: 'open', hasTaxInvoice: false, isBankDebit: true, ...debit })]
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(subscriptionEndpoints.list, () => plansList([planOf('Pro'), planOf('Premium')])),
    fake(paymentEndpoints.history, () => ({ docs, totalPages: 1, page: 1, totalDocs: 1 })),
  )
  renderScreen(<Page />, { path: '/here' })
}

const findNotice = () => screen.findByText(paymentRefusals.debitUnderWay.message, { exact: false })
const subscribing = () => [
  ...screen.queryAllByRole('button', { name: /^(Subscribe|Upgrade|Pay now)/ }),
  ...screen.queryAllByRole('link', { name: 'Subscribe Now' }),
]
const pro = personOn('Pro')
const onMonth = { ...pro, subscription: { ...pro.subscription!, kind: 'month' as const, isRenewing: false } }

describe.each(pageNames)('on %s', (page) => {
  test.each([
    ['without a plan', personWith()],
    ['on a trial', personOn('Trial')],
    ['with a month', onMonth],
    [
      'whose last plan wasn’t paid',
      personWith({ subs_details: details('Pro', 'expired'), hasEndedUnpaid: true }),
    ],
  ])('a user %s can’t subscribe while a bank debit for a plan is on its way', async (_, person) => {
    open(page, person, { months: [] })
    expect((await findNotice()).textContent).toContain('counts from the day you subscribed')
    expect(subscribing()).toEqual([])
    expect(screen.queryByText(/If you subscribe sooner|Don’t want a plan that renews/)).toBeNull()
  })

  test('a user on a trial can subscribe while a bank debit for months is on its way', async () => {
    open(page, personOn('Trial'), { months: ['Dec 2026'] })
    expect(await screen.findByText(paymentTexts.monthsDebit, { exact: false })).toBeTruthy()
    expect(subscribing()).toHaveLength(2)
  })

  test('an open payment of a plan that renews isn’t said to be for a new one', async () => {
    open(page, personOn('Pro'), { months: [] })
    expect(await screen.findAllByRole('heading')).not.toHaveLength(0)
    expect((await screen.findAllByRole('button')).length).toBeGreaterThan(0)
    expect(screen.queryByText(paymentRefusals.debitUnderWay.message, { exact: false })).toBeNull()
  })
})
