import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { yearsFake } from '#features/years/testing'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { receiptOf } from '../testing/receipts.ts'
import BinPage from './page.tsx'

const deleted = receiptOf({ file: [], deletedAt: '2026-11-20T02:00:00.000Z' })
let inBin: Receipt[]
beforeEach(() => {
  inBin = [deleted]
  signInAs('User')
})

function open(restore: Parameters<typeof serveFakes>[0]) {
  serveFakes(
    yearsFake([]),
    fake(receiptEndpoints.retentionYears, () => ({ incomeYears: [] })),
    fake(receiptEndpoints.bin, () => ({ docs: inBin, page: 1, totalPages: 1, totalDocs: inBin.length })),
    restore,
  )
  return renderScreen(<BinPage />, { path: '/trash' })
}

test('a receipt that couldn’t be restored says so, even after the screen was left', async () => {
  const { late, refuseNow } = fakeLateRefusal(receiptEndpoints.restore, commonRefusals.unexpected)
  const { user, router } = open(late)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('a restored receipt leaves the bin, and says so', async () => {
  const { user } = open(
    fake(receiptEndpoints.restore, () => {
      inBin = []
      return { ...deleted, deletedAt: null }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The bin is empty.')).toBeTruthy()
  expect(await screen.findByText('Receipt restored.')).toBeTruthy()
})

const at = (minute: number, n: number) =>
  receiptOf({
    _id: receiptOf()._id.replace(/.$/, String(n)),
    description: `Receipt ${n}`,
    deletedAt: `2026-11-20T02:0${minute}:00.000Z`,
  })

test('after one of those that were deleted together is restored, the next one has the focus', async () => {
  inBin = [at(5, 2), at(5, 3), at(5, 4)]
  const { user } = open(
    fake(receiptEndpoints.restore, ({ params }) => {
      inBin = inBin.filter(({ _id }) => _id !== params.uploadId)
      return { ...deleted, _id: params.uploadId, deletedAt: null }
    }),
  )
  for (const next of [3, 4]) {
    const [restore] = await screen.findAllByRole('button', { name: 'Restore' })
    restore!.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain(`Receipt ${next}`))
    expect(document.activeElement?.textContent).not.toContain(`Receipt ${next - 1}`)
  }
})

test('receipts that were deleted together are restored together', async () => {
  const restored = vi.fn<(body: object) => void>()
  inBin = [at(9, 1), at(5, 2), at(5, 3), at(5, 4), at(1, 5)]
  const { user } = open(
    fake(receiptEndpoints.restoreDeleted, ({ body }) => {
      restored(body)
      inBin = inBin.filter(({ deletedAt }) => deletedAt !== body.deletedAt)
      return { restored: 3 }
    }),
  )
  await screen.findByText(/^Deleted together on 20 Nov 2026, /)
  await user.click(screen.getByRole('button', { name: 'Restore them all' }))
  expect(await screen.findByText('3 receipts restored.')).toBeTruthy()
  expect(restored).toHaveBeenCalledExactlyOnceWith({ deletedAt: '2026-11-20T02:05:00.000Z' })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByText(/^Deleted together/)).toBeNull()
})

test('receipts that another device has restored are said to be', async () => {
  inBin = [at(5, 2), at(5, 3)]
  const { user } = open(
    fake(receiptEndpoints.restoreDeleted, () => {
      inBin = []
      return { restored: 0 }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Restore them all' }))
  expect(await screen.findByText('These receipts have already been restored or deleted.')).toBeTruthy()
  expect(await screen.findByText('The bin is empty.')).toBeTruthy()
})
