import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { receiptOf } from '../testing/receipts.ts'
import { EmptyBin } from './empty-bin.tsx'

const DELETED_AT = '2026-11-20T02:00:00.000Z'
const emptied = vi.fn<(body: object) => void>()
beforeEach(() => emptied.mockReset())

/** @param keepUntil of the year of what's in the bin. */
function open(keepUntil: string) {
  signInAs('User')
  const lodgement = { lodgedOn: '2026-08-10', via: 'myTax' as const, amendedOn: null }
  const retention = { keepUntil, isProvisional: false, isDecisionDue: false }
  serveFakes(
    yearsFake([
      yearOf({ lodgement, retention }),
      yearOf({ incomeYear: '2024-25', retention: { ...retention, keepUntil: '2999-11-01' } }),
    ]),
    fake(receiptEndpoints.bin, () => ({
      docs: [receiptOf({ deletedAt: DELETED_AT })],
      page: 1,
      totalPages: 1,
      totalDocs: 1,
    })),
    fake(receiptEndpoints.retentionYears, () => ({ incomeYears: ['2025-26'] })),
    fake(receiptEndpoints.emptyBin, ({ body }) => {
      emptied(body)
      return { deleted: 1 }
    }),
  )
  return renderScreen(<EmptyBin />)
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
