import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { MethodChoice } from './method-choice.tsx'
import { claimOf } from './testing/records.ts'

test('of two methods chosen in a row, the last one wins', async () => {
  signInAs('User')
  const first = Promise.withResolvers<void>()
  const saved: unknown[] = []
  serveFakes(
    fake(recordEndpoints.choose, async ({ body }) => {
      if (body.kind === 'phoneAndInternet') await first.promise
      saved.push(body.kind)
      return { _id: body.choice }
    }),
  )
  const claims = [claimOf(), claimOf({ _id: 'phone', kind: 'phoneAndInternet', isChosen: false })]
  const { user } = renderScreen(<MethodChoice incomeYear="2025-26" claims={claims} />)
  await user.click(screen.getByRole('radio', { name: 'Actual costs' }))
  await user.click(screen.getByRole('radio', { name: 'Fixed rate' }))
  first.resolve()
  await waitFor(() => expect(saved).toEqual(['phoneAndInternet', 'workFromHome']))
})
