import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
