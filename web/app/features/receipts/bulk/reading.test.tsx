import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { ReadAllCard } from '../reading/read-all-card.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { receiptsFrom } from '../testing/receipts.ts'

test('reading selected receipts again shows its progress straight away', async () => {
  signInAs('User')
  const receipts = receiptsFrom(['Ampol', 'Bunnings'])
  let waiting = 0
  serveFakes(
    fake(receiptEndpoints.search, () => resultsOf(receipts)),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.readingProgress, () => ({ isOn: true, waiting, done: 2, failed: 0, unread: 0 })),
    fake(receiptEndpoints.bulk, () => {
      waiting = 1
      return { changed: 1, undo: null }
    }),
  )
  const screens = (
    <>
      <ReadAllCard />
      <ReceiptsPage />
    </>
  )
  const { user } = renderScreen(screens, { path: '/receipts' })
  await screen.findByText('All your receipts have been read.')
  await user.click(await screen.findByRole('checkbox', { name: /^Select Ampol/ }))
  await user.click(screen.getByRole('button', { name: 'More actions for 1 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read again' }))
  expect(await screen.findByText('2 of 3')).toBeTruthy()
})
