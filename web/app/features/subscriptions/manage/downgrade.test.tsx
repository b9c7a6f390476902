import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { personOn, plansList } from '../testing/index.ts'
import { change, changeBack, premium, preview, pro } from '../testing/plan-change.ts'
import UpgradePage from './page.tsx'

let person = personOn('Premium', { change: changeBack })
let respond = (): { message: string } => ({ message: 'Your plan is now Pro.' })
beforeEach(() => {
  signInAs('User')
  sessionStorage.clear()
})

function open(outcome: PaymentOutcome) {
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(subscriptionEndpoints.list, () => plansList([{ ...pro, button: premium.button }])),
    fake(planEndpoints.previewChange, () => ({ ...preview, planName: 'Pro', dueNowCents: 0 })),
    fake(planEndpoints.changePlan, () => respond()),
    fake(outcomeEndpoints.changeOutcome, () => outcome),
  )
  return renderScreen(<UpgradePage />, { path: '/upgrade' })
}

async function downgrade(outcome: PaymentOutcome = { state: 'checking' }) {
  const { user, router } = open(outcome)
  await user.click(await screen.findByRole('button', { name: 'Downgrade to Pro' }))
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  return router
}

test('the outcome’s screen learns that the plan was downgraded', async () => {
  const router = await downgrade()
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  expect(router.state.location.state).toEqual({ planName: 'Pro', isDowngrade: true })
})

test('even if that’s only known after a reload, when the plan has changed', async () => {
  respond = () => {
    throw new TypeError('Failed to fetch')
  }
  await downgrade()
  await screen.findByRole('alert')
  cleanup()
  person = personOn('Pro', { change })
  const { router } = open({ state: 'done' })
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  expect(router.state.location.state).toEqual({ planName: 'Pro', isDowngrade: true })
})
