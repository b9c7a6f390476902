import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, type serveFakes } from '#testing/fake-api.ts'
import { draftOf } from '../testing/drafts.ts'
import { beginToFile, isKept, openToFile, rowIsGone, rowOf } from '../testing/to-file-screen.tsx'
import { ampol, server, serveDrafts, taxi, unread } from '../testing/waiting-drafts.ts'

beforeEach(beginToFile)

/** Serves pages of two rows. @returns the calls for one page, and for the uploads on all of them. */
function servePages(...more: Parameters<typeof serveFakes>) {
  const calls = { page: 0, all: 0 }
  const others = [4, 5].map((id) => ({ ...ampol, uri: draftOf(id).uri }))
  serveDrafts(
    [{ ...ampol, uri: draftOf(6).uri }, taxi, ...others],
    ...more,
    fake(receiptEndpoints.drafts, ({ query }) => {
      const isAll = query.limit === '200'
      calls[isAll ? 'all' : 'page']++
      const totalDocs = server.waiting.length
      return {
        docs: isAll ? server.waiting : server.waiting.slice(0, 2),
        totalPages: isAll ? 1 : Math.ceil(totalDocs / 2),
        page: 1,
        totalDocs,
      }
    }),
  )
  return calls
}

const fileSure = (count: number) => ({ name: `File the ${count} we’re sure about` })

test('filing and discarding one of many loads its page again, but not the uploads on all pages', async () => {
  const calls = servePages()
  const { user } = openToFile()
  await screen.findByRole('button', fileSure(3))
  const before = { ...calls }
  await user.click(screen.getByRole('button', { name: 'File receipt, Ampol' }))
  await screen.findByText('Receipt filed.')
  await screen.findByRole('button', fileSure(2))
  await user.click(screen.getByRole('button', { name: 'Discard Harbour Taxi' }))
  await screen.findByText('Upload discarded.')
  await rowIsGone('Harbour Taxi')
  expect(calls).toEqual({ page: before.page + 2, all: before.all })
})

test('uploads that were filed aren’t counted as sure when To file is opened again', async () => {
  servePages()
  const { user, router } = openToFile()
  await screen.findByRole('button', fileSure(3))
  await user.click(screen.getByRole('button', { name: 'File receipt, Ampol' }))
  await screen.findByText('Receipt filed.')
  await act(() => router.navigate('/dashboard'))
  await screen.findByLabelText('Elsewhere')
  await act(() => router.navigate('/to-file'))
  expect(screen.getByRole('row', { name: 'Harbour Taxi' })).toBeTruthy()
  expect(screen.queryByRole('button', fileSure(3))).toBeNull()
  await screen.findByRole('button', fileSure(2))
})

test('after another device has filed some, those we’re sure about are loaded again', async () => {
  const calls = servePages(
    fake(receiptEndpoints.fileDrafts, () => {
      server.waiting = server.waiting.slice(0, -1)
      return refuse(receiptRefusals.draftTaken)
    }),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', fileSure(3)))
  await screen.findByText(receiptRefusals.draftTaken.message)
  await screen.findByRole('button', fileSure(2))
  expect(calls.all).toBe(2)
})

test('uploads that are merged into one receipt aren’t filed with those we’re sure about', async () => {
  const copy = { ...taxi, duplicateOf: { reason: 'file' as const, draft: ampol.uri, receipt: null } }
  servePages(
    fake(receiptEndpoints.draft, ({ params }) => (ampol.uri.endsWith(params.draftId) ? ampol : copy)),
  )
  server.waiting = [copy, unread, ampol, ...server.waiting.slice(2)]
  const { user } = openToFile()
  await screen.findByRole('button', fileSure(3))
  await user.click(screen.getByRole('button', { name: 'Possible duplicate' }))
  await screen.findByText('You’ve already added this file. It’s waiting to be filed.')
  await user.click(screen.getByRole('button', { name: 'Merge as pages' }))
  await screen.findByText('Filed as one receipt.')
  await rowIsGone('Harbour Taxi')
  expect(await screen.findByRole('button', fileSure(2))).toBeTruthy()
})

test('once one page has all that are left, what another device has filed isn’t filed with them', async () => {
  servePages()
  const { user } = openToFile()
  await screen.findByRole('button', fileSure(3))
  server.waiting = server.waiting.slice(0, 2)
  await user.click(screen.getByRole('button', { name: 'Discard Harbour Taxi' }))
  await screen.findByText('Upload discarded.')
  await user.click(await screen.findByRole('button', { name: 'File the one we’re sure about' }))
  expect(server.filed).toMatchObject([[{ file: [{ uri: draftOf(6).uri }] }]])
})

test('typing in one row doesn’t render the others again', async () => {
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  await rowOf('Harbour Taxi')
  const total = screen.getByLabelText('Total, Ampol')
  await user.clear(total)
  await isKept(ampol, { total: '' })
  // “Please check the total.” in the row of the taxi.
  const format = vi.spyOn(Intl.ListFormat.prototype, 'format')
  await user.type(total, '56.90')
  await isKept(ampol, { total: '56.90' })
  expect(format).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
