import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { listed, question, room } from '../testing/rooms.ts'
import SharesPage from './page.tsx'

beforeEach(() => signInAs())

function openAt(at: string, ...more: Parameters<typeof serveFakes>) {
  serveFakes(
    ...more,
    fake(roomEndpoints.list, () => listed([room])),
    fake(roomEndpoints.notes, () => listed([question])),
    fake(roomEndpoints.clients, () => listed([])),
    fake(categoryEndpoints.list, () => listed([])),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
  )
  return renderScreen(<SharesPage />, { path: '/shares', at })
}

test('“to answer” on the dashboard leads to the questions, below the shares', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { router } = openAt('/shares')
  await screen.findByText('Questions and comments')
  expect(scrollIntoView).not.toHaveBeenCalled()
  await act(() => router.navigate('/shares#questions'))
  const section = screen.getByRole('region', { name: 'Questions and comments' })
  expect(scrollIntoView.mock.contexts).toEqual([section])
})

test.each([
  ['“See the question” in an email leads to it', 0, 1],
  ['the way back to the questions keeps how far they were scrolled', 900, 0],
])('%s', async (_, scrollY, times) => {
  vi.stubGlobal('scrollY', scrollY)
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  openAt('/shares#questions')
  await screen.findByText('Questions and comments')
  expect(scrollIntoView).toHaveBeenCalledTimes(times)
})

test('shares wait for what was reviewed, which would move them, and are above the questions', async () => {
  const loaded = Promise.withResolvers<void>()
  const ended = { ...room, _id: question._id, email: 'old@example.com', status: 'revoked' as const }
  openAt(
    '/shares',
    fake(roomEndpoints.list, () => listed([ended, room])),
    fake(roomEndpoints.notes, async () => {
      await loaded.promise
      return listed([question])
    }),
  )
  await screen.findByRole('button', { name: 'Invite your accountant' })
  expect(screen.queryByRole('list', { name: 'Shares' })).toBeNull()
  loaded.resolve()
  const list = await screen.findByRole('list', { name: 'Shares' })
  expect(
    within(list)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual([room.email, 'old@example.com'])
  const answer = screen.getByRole('button', { name: 'Answer' })
  expect(list.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
