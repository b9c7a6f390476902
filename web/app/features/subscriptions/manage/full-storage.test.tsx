import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { GB_BYTES } from '@docketbox/contract/core/units'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { personOn, planOf, plansList } from '../testing/index.ts'
import { changeBack, preview } from '../testing/plan-change.ts'
import UpgradePage from './page.tsx'

const pro = planOf('Pro', { button: { label: 'Subscribe', isDisabled: false, action: 'changePlan' } })

test('customers who store more than a smaller plan includes are warned before they confirm', async () => {
  signInAs('User')
  const fullStorage = { usedBytes: 23.6 * GB_BYTES, limitBytes: 20 * GB_BYTES }
  serveFakes(
    fake(authEndpoints.loggedUser, () => personOn('Premium', { change: changeBack })),
    fake(subscriptionEndpoints.list, () => plansList([pro])),
    fake(planEndpoints.previewChange, () => ({ ...preview, planName: 'Pro', fullStorage })),
  )
  const { user } = renderScreen(<UpgradePage />, { path: '/upgrade' })
  await user.click(await screen.findByRole('button', { name: 'Downgrade to Pro' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to Pro' }))
  const warning = await dialog.findByText(/^Pro includes 20 GB of storage, but your files take up 23\.6 GB\./)
  expect(warning.textContent).toContain(
    'We’ll keep them all. To add more, you’ll have to permanently delete some first.',
  )
  expect(dialog.getByRole('button', { name: 'Pay $9.47 and change' })).toBeTruthy()
})
