import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { StorageCard } from './storage-card.tsx'

const storageOf = (usedBytes: number, hasLargerPlan = true) =>
  fake(subscriptionEndpoints.storage, () => ({ usedBytes, limitBytes: 2_147_483_648, hasLargerPlan }))

function open() {
  signInAs('User')
  return renderScreen(<StorageCard />, { path: '/profile' })
}

test('the storage is shown without a warning while there is plenty', async () => {
  serveFakes(storageOf(1_073_741_824))
  open()
  expect(await screen.findByText('1 GB of 2 GB')).not.toBeNull()
  expect(screen.queryByText(/of your storage\./)).toBeNull()
})

test.each([
  [1_717_986_919, /You’ve used 80% of your storage/],
  [2_147_483_648, /Your storage is full/],
])('the storage card warns when %i bytes are used', async (used, warning) => {
  serveFakes(storageOf(used))
  open()
  expect(await screen.findByText(warning)).not.toBeNull()
  expect(screen.getByRole('link', { name: 'choose a larger plan' }).getAttribute('href')).toBe('/upgrade')
})

test('no larger plan is offered where there is none', async () => {
  serveFakes(storageOf(2_147_483_648, false))
  open()
  expect(await screen.findByRole('link', { name: 'contact us' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'choose a larger plan' })).toBeNull()
})
