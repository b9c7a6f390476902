import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { retentionYears } from '#features/receipts'
import { receiptOf } from '#features/receipts/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { AssetYear } from './asset-year.tsx'

test('how long receipts have to be kept follows the answer about an asset', async () => {
  signInAs('User')
  const asset = { _id: receiptOf()._id, incomeYear: '2019-20', lastClaimedYear: null, mayBeAsset: false }
  const selection = { ids: asset._id }
  let incomeYears = ['2019-20']
  serveFakes(
    fake(receiptEndpoints.retentionYears, () => ({ incomeYears })),
    fake(receiptEndpoints.setLastClaim, ({ body }) => {
      incomeYears = [body.incomeYear!]
      return receiptOf()
    }),
  )
  function Receipt() {
    const { data } = useQuery(retentionYears(selection))
    return (
      <>
        <p>Counts from {data?.incomeYears.join()}</p>
        <AssetYear receipt={asset} />
      </>
    )
  }
  const { user } = renderScreen(<Receipt />)
  await screen.findByText('Counts from 2019-20')
  await user.selectOptions(screen.getByLabelText('Claiming it over several years?'), '2026-27')
  expect(await screen.findByText('Counts from 2026-27')).toBeTruthy()
})
