import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, unreadable } from '#testing/fake-api.ts'
import { appendFiles, pendingUpload, setFacts } from '../pending/store.ts'
import { draftOf, fieldsOf } from '../testing/drafts.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { draftFor, photo, uploadedFile } from '../testing/uploads.ts'

const saved = vi.fn<(body: object) => void>()
const fields = fieldsOf({ supplier: 'Ampol', documentDate: '2026-03-03', totalCents: 6_820 })
const read: Draft = { ...draftFor(photo), reading: { state: 'done', fields } }

async function photograph(...first: Parameters<typeof openPhoto>) {
  const user = await openPhoto(
    ...first,
    fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
    fake(receiptEndpoints.uploadFile, () => read),
    fake(receiptEndpoints.draft, () => read),
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body)
      return receiptOf({ category: body.category })
    }),
  )
  if (first.length === 0) await screen.findByDisplayValue('$68.20')
  return user
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const pressFuel = async () => (await screen.findByRole('button', { name: /^Fuel/ })).click()

beforeEach(() => {
  vi.setSystemTime('2026-11-30T02:00:00Z')
  saved.mockReset()
})

test('a total that isn’t an amount says so at the field and isn’t filed', async () => {
  const user = await photograph()
  await user.type(field('Total'), '.20')
  expect(screen.queryByText('Enter an amount such as 12.50.')).toBeNull()
  await user.tab()
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
  expect(field('Total').value).toBe('$68.20.20')
  await pressFuel()
  expect(document.activeElement).toBe(field('Total'))
  expect(saved).not.toHaveBeenCalled()
  type('Total', '68.25')
  expect(screen.queryByText('Enter an amount such as 12.50.')).toBeNull()
  await pressFuel()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.lastCall![0]).toMatchObject({ facts: { totalCents: 6_825 } })
})

test('another page, a retaken one and Close wait until what’s typed can be saved', async () => {
  const user = await photograph()
  type('Total', '68.2.0')
  await user.click(screen.getByRole('button', { name: 'Add page' }))
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Total'))
  await user.click(screen.getByRole('link', { name: 'Close' }))
  expect(document.activeElement).toBe(field('Total'))
  appendFiles('capture', [{ ...uploadedFile(photo), id: 'f2', draft: draftOf(2) }])
  await screen.findByText('2 pages')
  await user.click(screen.getAllByRole('button', { name: 'Retake' })[0]!)
  expect(field('Total').value).toBe('68.2.0')
})

test('a year with two digits or in the future says so at the date, and isn’t stored', async () => {
  const user = await photograph()
  await user.click(field('Date'))
  for (const year of ['0002', '0020', '0202']) type('Date', `${year}-03-03`)
  expect(pendingUpload()?.facts).toBeUndefined()
  type('Date', '0026-03-03')
  await user.tab()
  expect(await screen.findByText('Enter the year with four digits.')).toBeTruthy()
  expect(field('Date').getAttribute('aria-invalid')).toBe('true')
  type('Date', '2027-03-03')
  expect(await screen.findByText('This date is in the future.')).toBeTruthy()
  expect(field('Date').value).toBe('2027-03-03')
  expect(pendingUpload()?.facts).toBeUndefined()
  await pressFuel()
  expect(document.activeElement).toBe(field('Date'))
  expect(saved).not.toHaveBeenCalled()
  type('Date', '2026-03-04')
  expect(pendingUpload()?.facts).toEqual({ documentDate: '2026-03-04' })
})

test('a date whose parts are deleted one after the other is filed without one', async () => {
  const user = await photograph()
  await user.click(field('Date'))
  const isIncomplete = vi.spyOn(field('Date').validity, 'badInput', 'get').mockReturnValue(true)
  type('Date', '')
  expect(pendingUpload()?.facts).toBeUndefined()
  await user.tab()
  expect(await screen.findByText('Enter the full date.')).toBeTruthy()
  await user.click(field('Date'))
  // Its value stays the same when the last part is deleted, so there's no event.
  isIncomplete.mockReturnValue(false)
  await user.tab()
  expect(field('Date').validity.customError).toBe(false)
  await pressFuel()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.lastCall![0]).toMatchObject({ facts: { documentDate: null } })
})

test('a date that an earlier version stored is pointed out before it’s filed', async () => {
  await photograph()
  setFacts({ documentDate: '0026-03-03' })
  await waitFor(() => expect(field('Date').value).toBe('0026-03-03'))
  await pressFuel()
  expect(await screen.findByText('Enter the year with four digits.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Date'))
})

test('without a connection the receipt isn’t said to be read, and is read once there is one', async () => {
  let isOnline = false
  await photograph(fake(receiptEndpoints.uploadFile, () => (isOnline ? read : unreadable(502))))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await screen.findByText('Choose a category to save it.')).toBeTruthy()
  expect(screen.queryByText(/^Reading your receipt/)).toBeNull()
  expect(field('Total').value).toBe('')
  isOnline = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByDisplayValue('$68.20')).toBeTruthy()
})

test('only Save and Preview asks for a description, until a supplier fills it in', async () => {
  const user = await photograph()
  const isRequired = () => screen.queryAllByText('Description is required').length > 0
  await user.clear(field('Description'))
  await user.click(field('Total'))
  expect(isRequired()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save and Preview' }))
  await waitFor(() => expect(isRequired()).toBe(true))
  type('Supplier', 'Ampol Dubbo')
  await waitFor(() => expect(field('Description').value).toBe('Ampol Dubbo'))
  await waitFor(() => expect(isRequired()).toBe(false))
})
