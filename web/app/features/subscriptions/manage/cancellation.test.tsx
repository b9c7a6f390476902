import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { PlanDialog } from '../gate/plan-dialog.tsx'
import { personOn, planOf, plansList } from '../testing/index.ts'
import UpgradePage from './page.tsx'

let isRenewing = true
let isReachable = true
/** Until it ends, the plans aren’t reloaded. */
let reload = Promise.resolve()
const read = vi.fn<(isRenewing: boolean) => void>()

beforeEach(() => {
  signInAs('User')
  sessionStorage.clear()
  isRenewing = true
  isReachable = true
  reload = Promise.resolve()
})

afterEach(() => vi.restoreAllMocks())

type Reply = ReturnType<typeof refuse> | { message: string }

/** Cancelling does what `arrives` says. Without its reply, the response is lost. */
function open(arrives: (isCancelled: boolean) => Reply | void) {
  serveFakes(
    fake(authEndpoints.loggedUser, () => {
      if (!isReachable) return unreadable(502)
      read(isRenewing)
      const person = personOn('Pro')
      return { ...person, subscription: { ...person.subscription!, isRenewing } }
    }),
    fake(subscriptionEndpoints.list, async () => {
      await reload
      return plansList([planOf('Pro')])
    }),
    fake(planEndpoints.cancelPlan, ({ body }) => {
      const reply = arrives(body.isCancelled)
      if (reply) return reply
      throw new TypeError('Failed to fetch')
    }),
  )
  return renderScreen(<UpgradePage />, { path: '/upgrade' })
}

async function cancel({ user }: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel your plan?' }))
  await user.click(question.getByRole('button', { name: 'Cancel plan' }))
}

const carryOut = (isCancelled: boolean) => {
  isRenewing = !isCancelled
}
const comeBack = () =>
  act(() => {
    isReachable = true
    window.dispatchEvent(new Event('online'))
  })

test('resuming says beforehand that months paid ahead will be refunded', async () => {
  const upcoming = {
    planName: 'Pro',
    startsAt: '2026-12-31T13:00:00.000Z',
    endsAt: '2027-01-31T13:00:00.000Z',
  }
  const person = personOn('Pro', { upcoming })
  const subscription = { ...person.subscription!, isRenewing: false }
  serveFakes(
    fake(authEndpoints.loggedUser, () => ({ ...person, subscription })),
    fake(subscriptionEndpoints.list, () => plansList([planOf('Pro')])),
  )
  renderScreen(<UpgradePage />, { path: '/upgrade' })
  expect(await screen.findByRole('button', { name: 'Keep my plan' })).toBeTruthy()
  expect(screen.getByText(/If you keep or change your plan, we’ll refund the months/)).toBeTruthy()
})

test('a cancelled plan is said to end, and credit isn’t promised to a next payment', async () => {
  const person = personOn('Pro')
  const ending = { ...person, subscription: { ...person.subscription!, isRenewing: false } }
  serveFakes(
    fake(authEndpoints.loggedUser, () => ending),
    fake(subscriptionEndpoints.list, () => plansList([planOf('Pro')])),
    fake(paymentEndpoints.credit, () => ({ creditCents: 698 })),
  )
  renderScreen(<UpgradePage />, { path: '/upgrade' })
  expect(await screen.findByText('Ends 1 Dec')).toBeTruthy()
  expect(screen.getByText('Pro until 1 Dec, 12 days left. It won’t renew.')).toBeTruthy()
  const credit = (await screen.findByText('$6.98')).closest('p, div')!
  expect(credit.textContent).toBe('You have $6.98 in credit. It stays in your account for a later payment.')
  cleanup()
  renderScreen(<PlanDialog person={ending} open onClose={() => undefined} />, { path: '/dashboard' })
  expect(screen.getByText('Active, won’t renew')).toBeTruthy()
})

test('cancelling asks once, shows the last day, and can be undone', async () => {
  const { user } = open((isCancelled) => {
    carryOut(isCancelled)
    return { message: 'Done.' }
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  const question = await screen.findByRole('alertdialog', { name: 'Cancel your plan?' })
  expect(question.textContent).toContain('until 1\u00A0Dec\u00A02026')
  await user.click(within(question).getByRole('button', { name: 'Cancel plan' }))
  await user.click(await screen.findByRole('button', { name: 'Keep my plan' }))
  expect(await screen.findByRole('button', { name: 'Cancel plan' })).toBeTruthy()
})

test.each([
  ['cancelled', true, 'Cancelling…', 'Keep my plan'],
  ['resumed', false, 'Resuming…', 'Cancel plan'],
] as const)('a plan that’s being %s says so until everything is reloaded', async (_, renews, busy, next) => {
  isRenewing = renews
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = open((isCancelled) => {
    carryOut(isCancelled)
    reload = promise
    return { message: 'Done.' }
  })
  if (renews) await cancel(page)
  else await page.user.click(await screen.findByRole('button', { name: 'Keep my plan' }))
  await waitFor(() => expect(read).toHaveBeenLastCalledWith(!renews))
  expect(await screen.findByRole('button', { name: busy })).toBeTruthy()
  resolve()
  expect(await screen.findByRole('button', { name: next })).toBeTruthy()
})

test('a cancellation whose response is lost shows its outcome', async () => {
  await cancel(open(carryOut))
  expect(await screen.findByText(/^Your plan ends on 1 Dec 2026/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a cancellation shows its outcome even if the server didn’t know it at first', async () => {
  await cancel(
    open((isCancelled) => {
      carryOut(isCancelled)
      return refuse(paymentRefusals.cancellationUnknown)
    }),
  )
  expect(await screen.findByText(/^Your plan ends on 1 Dec 2026/)).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a resumed plan whose response is lost shows its outcome once the server can be reached again', async () => {
  isRenewing = false
  const { user } = open((isCancelled) => {
    carryOut(isCancelled)
    isReachable = false
  })
  await user.click(await screen.findByRole('button', { name: 'Keep my plan' }))
  expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.noResponse)
  comeBack()
  expect(await screen.findByText('Your plan will renew as usual.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy()
})

test('while the outcome isn’t known, nothing is claimed and the button can’t be pressed again', async () => {
  await cancel(open(() => undefined))
  expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.noResponse)
  expect(screen.getByRole('button', { name: 'Cancelling…' })).toBeTruthy()
})

test('a cancellation that never arrived says so, even after a reload, and is offered again', async () => {
  const arrived = vi.fn<() => void>()
  await cancel(open(arrived))
  await screen.findByRole('alert')
  cleanup()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * MINUTE_MS)
  open(arrived)
  expect(await screen.findByText('We couldn’t cancel your plan. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy()
  expect(arrived).toHaveBeenCalledOnce()
})

test('a cancellation that fails keeps its question open, says why, and can be tried again', async () => {
  const { unavailable } = paymentRefusals
  const arrived = vi.fn<() => ReturnType<typeof refuse>>(() => refuse(unavailable))
  const page = open(arrived)
  await cancel(page)
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel your plan?' }))
  expect((await question.findByRole('alert')).textContent).toBe(unavailable.message)
  await page.user.click(question.getByRole('button', { name: 'Cancel plan' }))
  expect(arrived).toHaveBeenCalledTimes(2)
  expect((await question.findByRole('alert')).textContent).toBe(unavailable.message)
})

test('a plan that can’t be resumed says why beside the button', async () => {
  isRenewing = false
  const { user } = open(() => refuse(paymentRefusals.unavailable))
  await user.click(await screen.findByRole('button', { name: 'Keep my plan' }))
  expect((await screen.findByRole('alert')).textContent).toBe(paymentRefusals.unavailable.message)
  expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeTruthy()
})
