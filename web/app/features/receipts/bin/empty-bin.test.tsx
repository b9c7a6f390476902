import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StorageNotice } from '#features/subscriptions'
import { yearOf, yearsFake } from '#features/years/testing'
import { query } from '#platform/api/query.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { receiptOf } from '../testing/receipts.ts'
import { EmptyBin } from './empty-bin.tsx'

const DELETED_AT = '2026-11-20T02:00:00.000Z'
const emptied = vi.fn<(body: object) => void>()
let lists: number
let deletedAts: string[]
beforeEach(() => {
  emptied.mockReset()
  lists = 0
  deletedAts = [DELETED_AT]
})

/** @param keepUntil of the year of what's in the bin. */
function open(keepUntil: string, page = <EmptyBin />) {
  signInAs('User')
  const lodgement = { lodgedOn: '2026-08-10', via: 'myTax' as const, amendedOn: null }
  const retention = { keepUntil, isProvisional: false, isDecisionDue: false }
  serveFakes(
    yearsFake([
      yearOf({ lodgement, retention }),
      yearOf({ incomeYear: '2024-25', retention: { ...retention, keepUntil: '2999-11-01' } }),
    ]),
    fake(receiptEndpoints.bin, () => {
      lists += 1
      const docs = deletedAts.map((deletedAt) => receiptOf({ deletedAt }))
      return { docs, page: 1, totalPages: 1, totalDocs: docs.length }
    }),
    fake(receiptEndpoints.retentionYears, () => ({ incomeYears: ['2025-26'] })),
    fake(packEndpoints.list, () => {
      const totalDocs = emptied.mock.calls.length === 0 ? 1 : 0
      return { docs: [], page: 1, totalPages: 1, totalDocs }
    }),
    fake(subscriptionEndpoints.storage, () => ({
      usedBytes: emptied.mock.calls.length === 0 ? 10 : 1,
      limitBytes: 10,
      hasLargerPlan: true,
    })),
    fake(receiptEndpoints.emptyBin, ({ body }) => {
      emptied(body)
      return { deleted: 1 }
    }),
  )
  return renderScreen(page)
}

test('receipts that have to be kept are deleted only after a second question, which says until when', async () => {
  const { user } = open('2998-11-01')
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 receipt permanently' }))
  expect(await screen.findByText(/the law requires you to keep its receipts until 1 Nov 2998/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  expect(emptied).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() =>
    expect(emptied).toHaveBeenCalledExactlyOnceWith({ until: DELETED_AT, isConfirmed: true }),
  )
  expect(await screen.findByText('1 receipt deleted permanently.')).toBeTruthy()
})

test('one question is enough for receipts that no longer have to be kept', async () => {
  const { user } = open('2020-11-01')
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 receipt permanently' }))
  await waitFor(() =>
    expect(emptied).toHaveBeenCalledExactlyOnceWith({ until: DELETED_AT, isConfirmed: false }),
  )
})

test('emptying the bin takes back the warning that the storage is full', async () => {
  const page = (
    <>
      <StorageNotice />
      <EmptyBin />
    </>
  )
  const { user } = open('2020-11-01', page)
  expect(await screen.findByText(/^Your storage is full\./)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 receipt permanently' }))
  await waitFor(() => expect(screen.queryByText(/^Your storage is full\./)).toBeNull())
})

test('packs that are deleted with their receipts aren’t offered any more', async () => {
  function Page() {
    const { data } = useQuery(query(packEndpoints.list, { params: { incomeYear: '2025-26' } }))
    return (
      <>
        <p>{data?.totalDocs} packs</p>
        <EmptyBin />
      </>
    )
  }
  const { user } = open('2020-11-01', <Page />)
  expect(await screen.findByText('1 packs')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 receipt permanently' }))
  expect(await screen.findByText('0 packs')).toBeTruthy()
})

test('a receipt that another tab deletes during the question stays in the bin', async () => {
  const { user } = open('2020-11-01')
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  deletedAts = ['2026-11-20T02:05:00.000Z', DELETED_AT]
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(lists).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Delete 1 receipt permanently' }))
  await waitFor(() =>
    expect(emptied).toHaveBeenCalledExactlyOnceWith({ until: DELETED_AT, isConfirmed: false }),
  )
})
