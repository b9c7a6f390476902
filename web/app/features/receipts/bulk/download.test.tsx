import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { receiptsFrom } from '../testing/receipts.ts'

const [ampol, bunnings] = receiptsFrom(['Ampol', 'Bunnings']) as [Receipt, Receipt]
const selected = vi.fn<(ids: string | undefined) => void>()
/** Those that another device hasn't deleted. */
let left: Receipt[]

beforeEach(() => {
  signInAs('User')
  selected.mockReset()
  left = [ampol, bunnings]
  serveFakes(
    fake(receiptEndpoints.search, () => resultsOf(left)),
    ...categoryFakes(() => [ampol, bunnings]),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.downloadAll, ({ query: { ids } }) => {
      selected(ids)
      if (ids === ampol._id) return new Blob(['zip'])
      const isAmpolIn = ids?.includes(ampol._id)
      return isAmpolIn
        ? refuse(receiptRefusals.selectionChanged, { 'ids.1': '' })
        : refuse(receiptRefusals.nothingToDownload)
    }),
  )
})

async function downloadSelected(...names: string[]) {
  const { user } = renderScreen(<ReceiptsPage />, { path: '/receipts' })
  for (const name of names)
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${name}`) }))
  left = [ampol]
  await user.click(screen.getByRole('button', { name: 'Download selected' }))
  return user
}

test('a download leaves out what another device has deleted, once that’s been said', async () => {
  const user = await downloadSelected('Ampol', 'Bunnings')
  expect(await screen.findByText(receiptRefusals.selectionChanged.message)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Bunnings')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Download selected' }))
  expect(await screen.findByText(receiptTexts.allDownloaded)).toBeTruthy()
  expect(selected).toHaveBeenLastCalledWith(ampol._id)
})

test('once another device has deleted all of them, that’s said, and none is selected any more', async () => {
  await downloadSelected('Bunnings')
  expect(await screen.findByText(receiptTexts.selectionGone)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Bunnings')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})
