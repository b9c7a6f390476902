import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { categoryFakes, openCategory, resultsOf, stubWidth } from '../testing/category.tsx'
import { receiptOf } from '../testing/receipts.ts'

const TOTAL = 3400
const ROW_PX = 45
const idOf = (number: number) => `01a1f98c-b7c0-73be-90be-${String(number).padStart(12, '0')}`
const requestedZip = vi.fn<(query: { ids?: string | undefined }) => void>()

beforeEach(() => {
  requestedZip.mockReset()
  signInAs('User')
  stubWidth(60)
  scrollToRow(0)
  serveFakes(
    fake(receiptEndpoints.search, ({ query: { page = 1 } }) => {
      const first = (Number(page) - 1) * 50 + 1
      const docs = Array.from({ length: 50 }, (_, index) =>
        receiptOf({ _id: idOf(first + index), description: `Lunch ${first + index}` }),
      )
      return { ...resultsOf(docs), page: Number(page), totalDocs: TOTAL, totalPages: TOTAL / 50 }
    }),
    fake(receiptEndpoints.downloadAll, ({ query }) => {
      requestedZip(query)
      return new Blob(['zip'])
    }),
    ...categoryFakes(() => []),
  )
})

/** jsdom has no layout, and scrolls nothing. */
function scrollToRow(number: number): void {
  Object.assign(window, { scrollY: number * ROW_PX })
  fireEvent.scroll(window)
}

const box = (number: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select Lunch ${number}\\b`) })

test('one left out of all leaves the others in view selected, wherever the list is scrolled to', async () => {
  const { user } = openCategory()
  await user.click(await screen.findByRole('button', { name: 'Select all 3,400' }))
  scrollToRow(1020)
  await user.click(await box(1025))
  expect((await box(1025)).checked).toBe(false)
  expect((await box(1024)).checked).toBe(true)
  await screen.findByText('Still selected: 49 of 3,400 receipts.')
  await user.click(screen.getByRole('button', { name: 'Download selected' }))
  await waitFor(() => expect(requestedZip).toHaveBeenCalled())
  const ids = Array.from({ length: 50 }, (_, index) => idOf(1001 + index)).filter((id) => id !== idOf(1025))
  expect(requestedZip.mock.calls[0]![0].ids?.split(',')).toEqual(ids)
})

test('a reload scrolls back to where the list was', async () => {
  const first = openCategory()
  await box(1)
  scrollToRow(1020)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  visibility.mockRestore()
  first.unmount()
  const scroll = vi.spyOn(window, 'scrollTo')
  scrollToRow(0)
  openCategory()
  await box(1)
  expect(scroll).toHaveBeenCalledWith(0, ROW_PX * 1020)
})
