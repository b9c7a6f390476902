import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { receiptsFrom } from '../testing/receipts.ts'

test('a change whose response was lost is sent again, and can be undone', async () => {
  signInAs('User')
  const receipts = receiptsFrom(['Ampol', 'Bunnings'])
  let sent = 0
  let undone = ''
  serveFakes(
    fake(receiptEndpoints.search, () => resultsOf(receipts)),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.bulk, () => {
      sent++
      return sent === 1 ? unreadable(502) : { changed: 2, undo: '01a1f98c-b7c0-73be-90be-d80dc65f7777' }
    }),
    fake(receiptEndpoints.undoBulk, ({ params }) => {
      undone = params.changeId
      return { changed: 2 }
    }),
  )
  const { user } = renderScreen(<ReceiptsPage />, { path: '/receipts' })
  await user.click(await screen.findByRole('button', { name: 'Select all 2' }))
  await user.click(screen.getByRole('button', { name: 'More actions for 2 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read again' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect([sent, undone]).toEqual([2, '01a1f98c-b7c0-73be-90be-d80dc65f7777']))
})
