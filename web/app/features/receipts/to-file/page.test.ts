import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { personWith } from '#features/subscriptions/testing'
import { fake, refuse, serveNothing, unreadable } from '#testing/fake-api.ts'
import { draftOf, fieldsOf } from '../testing/drafts.ts'
import { fuel, receiptOf, travel } from '../testing/receipts.ts'
import { beginToFile, isKept, openToFile, rowIsGone, rowOf } from '../testing/to-file-screen.tsx'
import { ampol, server, serveDrafts, taxi, unread } from '../testing/waiting-drafts.ts'

beforeEach(beginToFile)

test('shows what was read, and says why a category is suggested', async () => {
  serveDrafts([ampol, taxi, unread])
  openToFile()
  await rowOf('Ampol')
  expect(screen.getByLabelText<HTMLInputElement>('Total, Ampol').value).toBe('56.85')
  expect(screen.getByLabelText<HTMLInputElement>('Date, Ampol').value).toBe('2026-03-01')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>('Category, Ampol').value).toBe(fuel._id),
  )
  expect(screen.getByText('You’ve filed 12 here before')).toBeTruthy()
  const total = screen.getByLabelText('Total, Harbour Taxi')
  const note = screen.getByText('Please check the total.')
  expect(total.getAttribute('aria-describedby')).toBe(note.id)
  expect(screen.getByText('We couldn’t read this. Please type in the details.')).toBeTruthy()
})

test('without a plan, uploading and scanning are locked', async () => {
  const user = fake(authEndpoints.loggedUser, () => personWith({ unlocked: ['category'] }))
  serveDrafts([], user)
  openToFile()
  const upload = await screen.findByRole('link', { name: /Upload.*locked/ })
  expect(upload.getAttribute('href')).toBe('/custom-upload')
  expect(await screen.findByRole('link', { name: /Scan a receipt.*locked/ })).toBeTruthy()
})

test('says when nothing was found on a picture', async () => {
  const title = 'captured-image.png'
  serveDrafts([draftOf(6, { title, reading: { state: 'done', fields: fieldsOf({}) } })])
  openToFile()
  // Every photo has that file name.
  await rowOf('Photo')
  expect(await screen.findByText('We didn’t find any details. Please type them in.')).toBeTruthy()
})

test('files a row with its corrections, and takes it back on Undo', async () => {
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  await rowOf('Harbour Taxi')
  await user.clear(screen.getByLabelText('Total, Harbour Taxi'))
  await user.type(screen.getByLabelText('Total, Harbour Taxi'), '$24.50')
  await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
  await user.click(screen.getByRole('button', { name: 'File receipt, Harbour Taxi' }))
  await rowIsGone('Harbour Taxi')
  expect(server.filed[0]).toMatchObject([
    {
      category: travel._id,
      file: [{ uri: taxi.uri }],
      description: 'To the airport',
      facts: { supplier: 'Harbour Taxi', totalCents: 2450 },
      // The day it was uploaded.
      capturedOn: '2026-03-03',
    },
  ])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await rowOf('Harbour Taxi')
  expect(screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value).toBe('24.50')
  expect(screen.queryByRole('alert')).toBeNull()
  await isKept(taxi, { total: '24.50' })
})

test('files a photo that a phone could only upload later with the day it was taken', async () => {
  serveDrafts([{ ...ampol, capturedOn: '2026-02-27' }])
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File receipt, Ampol' }))
  await rowIsGone('Ampol')
  expect(server.filed[0]).toMatchObject([{ capturedOn: '2026-02-27' }])
})

test('says what’s missing instead of filing, each time', async () => {
  serveDrafts([unread])
  const { user } = openToFile()
  await rowOf('docket-3.pdf')
  await user.type(screen.getByLabelText('Total, docket-3.pdf'), 'abc')
  const file = screen.getByRole('button', { name: 'File receipt, docket-3.pdf' })
  await user.click(file)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Enter an amount such as 12.50. Choose a category.')
  for (const field of [/^Total/, /^Category/])
    expect(screen.getByLabelText(field).getAttribute('aria-describedby')).toBe(alert.id)
  // A new alert is read out, the same one wouldn't be.
  await user.click(file)
  expect(screen.getByRole('alert')).not.toBe(alert)
  expect(server.filed).toEqual([])
  await isKept(unread, { total: 'abc' })
})

test('says which value the server wouldn’t accept', async () => {
  serveDrafts([ampol])
  const { user } = openToFile()
  await rowOf('Ampol')
  const total = screen.getByLabelText('Total, Ampol')
  await user.clear(total)
  await user.type(total, '99999999999')
  fireEvent.change(screen.getByLabelText('Date, Ampol'), { target: { value: '0026-03-01' } })
  await user.click(screen.getByRole('button', { name: 'File receipt, Ampol' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Enter a smaller amount. Enter the year with four digits.',
  )
  await isKept(ampol, { date: '0026-03-01' })
})

test('files all receipts we’re sure about in one request, without confirming values no one looked at', async () => {
  const second = { ...ampol, uri: draftOf(4).uri }
  const duplicateOf = { reason: 'file' as const, draft: ampol.uri, receipt: null }
  const copy = { ...ampol, uri: draftOf(5).uri, duplicateOf }
  const fields = fieldsOf({ supplier: 'Ampol', totalCents: 5685 })
  const undated = { ...ampol, uri: draftOf(6).uri, reading: { ...ampol.reading, fields } }
  serveDrafts([ampol, second, copy, undated, taxi, unread])
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File the 2 we’re sure about' }))
  await screen.findByText('2 receipts filed.')
  expect(server.filed).toHaveLength(1)
  expect(server.filed[0]).toMatchObject([
    { file: [{ uri: ampol.uri }], facts: {} },
    { file: [{ uri: second.uri }] },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'File the 2 we’re sure about' })
})

test('doesn’t say that all is filed while other pages have uploads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveDrafts(
    [],
    fake(receiptEndpoints.drafts, () => ({ docs: [ampol], totalPages: 2, page: 1, totalDocs: 2 })),
    fake(receiptEndpoints.fileDrafts, async () => {
      await promise
      return { docs: [receiptOf()] }
    }),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File receipt, Ampol' }))
  expect(await screen.findByText('One moment…')).toBeTruthy()
  resolve()
  await screen.findByText('Receipt filed.')
})

test('a row that can’t be filed comes back with the reason', async () => {
  serveDrafts(
    [ampol],
    fake(receiptEndpoints.fileDrafts, () => refuse(receiptRefusals.draftTaken)),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File receipt, Ampol' }))
  expect(await screen.findByText(receiptRefusals.draftTaken.message)).toBeTruthy()
  await rowOf('Ampol')
})

test('a row that couldn’t be discarded comes back, and can be discarded from the message', async () => {
  let isOnline = false
  serveDrafts(
    [ampol],
    fake(receiptEndpoints.discardDraft, () => {
      if (!isOnline) return unreadable(502)
      server.waiting = []
      return ampol
    }),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'Discard Ampol' }))
  await rowOf('Ampol')
  isOnline = true
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Upload discarded.')).toBeTruthy()
  await rowIsGone('Ampol')
})

test('a duplicate is compared with the other one, and kept', async () => {
  const copy = {
    ...taxi,
    duplicateOf: { reason: 'details' as const, draft: ampol.uri, receipt: null },
  }
  const kept: object[] = []
  serveDrafts(
    [copy],
    fake(receiptEndpoints.draft, () => ampol),
    fake(receiptEndpoints.keepDuplicate, ({ body }) => {
      kept.push(body)
      server.waiting = [body.isKept === false ? copy : taxi]
      return { isKept: body.isKept !== false }
    }),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'Possible duplicate' }))
  await screen.findByText('You already have a receipt from Ampol for $56.85 on 1 Mar 2026.')
  await user.click(screen.getByRole('button', { name: 'Keep both' }))
  await waitFor(() => expect(screen.queryByText('Possible duplicate')).toBeNull())
  const draft = taxi.uri.replace('draft:', '')
  expect(kept).toEqual([{ draft, isKept: true }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Possible duplicate' })
  expect(kept).toEqual([
    { draft, isKept: true },
    { draft, isKept: false },
  ])
})

test('two uploads of one receipt become its pages, in a category', async () => {
  const copy = { ...taxi, duplicateOf: { reason: 'file' as const, draft: ampol.uri, receipt: null } }
  serveDrafts(
    [ampol, copy],
    fake(receiptEndpoints.draft, ({ params }) => (ampol.uri.endsWith(params.draftId) ? ampol : copy)),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'Possible duplicate' }))
  await screen.findByText('You’ve already added this file. It’s waiting to be filed.')
  await user.click(await screen.findByRole('button', { name: 'Merge as pages' }))
  await screen.findByText('Filed as one receipt.')
  expect(server.filed[0]).toMatchObject([
    { category: travel._id, file: [{ uri: ampol.uri }, { uri: taxi.uri }], description: '' },
  ])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await rowOf('Ampol')
})

test('says when there’s nothing to file, and when that can’t be loaded', async () => {
  serveDrafts([])
  const { unmount } = openToFile()
  await screen.findByText('Nothing to file.')
  unmount()
  serveNothing()
  openToFile()
  expect(await screen.findByText('We couldn’t load your uploads.')).toBeTruthy()
})
