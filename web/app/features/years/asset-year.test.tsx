import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
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

test('what’s built into a rental property can be claimed over 40 years', () => {
  signInAs('User')
  serveFakes()
  const built = { _id: receiptOf()._id, incomeYear: '2025-26', lastClaimedYear: null, mayBeAsset: true }
  renderScreen(<AssetYear receipt={built} />)
  expect(screen.getAllByRole('option').at(-1)!.textContent).toBe('Yes, until 2065–66')
})

test('Undo restores the answer that was on screen, even if the one before is still being saved', async () => {
  signInAs('User')
  const saved: object[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  serveFakes(
    fake(receiptEndpoints.setLastClaim, async ({ body }) => {
      saved.push(body)
      if (saved.length === 1) await promise
      return receiptOf()
    }),
  )
  const asset = { _id: receiptOf()._id, incomeYear: '2019-20', lastClaimedYear: '2022-23', mayBeAsset: false }
  const { user } = renderScreen(<AssetYear receipt={asset} />)
  const question = screen.getByLabelText('Claiming it over several years?')
  await user.selectOptions(question, 'one')
  await user.selectOptions(question, '2021-22')
  resolve()
  await screen.findByText(/^Saved. You’re claiming it until/)
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
  const answers = [null, '2021-22', null].map((incomeYear) => ({
    incomeYear,
    isOneYear: incomeYear === null,
  }))
  await waitFor(() => expect(saved).toEqual(answers))
})
