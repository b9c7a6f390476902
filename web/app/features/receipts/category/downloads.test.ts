import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { remove } from '#platform/storage/local-storage.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { categoryFakes, findRow, openCategory, resultsOf, stubWidth } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

const defaultFakes = categoryFakes(() => [receiptOf()])

beforeEach(() => signInAs('User'))

/** Serves a zip and returns what sees the query it's requested with. */
function serveZip(others: Parameters<typeof serveFakes> = []) {
  const requestedZip = vi.fn<(query: object) => void>()
  serveFakes(
    ...others,
    ...defaultFakes,
    fake(receiptEndpoints.downloadAll, ({ query }) => {
      requestedZip(query)
      return new Blob(['zip'])
    }),
  )
  return requestedZip
}

test.each([
  ['Failed to download all files.', commonRefusals.unexpected],
  ['User not identified. Please log in again.', commonRefusals.signInRequired],
  [receiptRefusals.selectionChanged.message, receiptRefusals.selectionChanged],
])('a failed zip download says: %s', async (sentence, refusal) => {
  serveFakes(
    ...defaultFakes,
    fake(receiptEndpoints.downloadAll, () => refuse(refusal)),
  )
  const { user } = openCategory()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('the zip is requested for the stored user and leads to a page that links back', async () => {
  const requestedZip = serveZip()
  const { user, router } = openCategory()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  expect(await screen.findByText('All files downloaded successfully!')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/success'))
  expect(router.state.location.state).toMatchObject({ category: fuel })
  expect(requestedZip).toHaveBeenCalledWith({ category: fuel._id, user: 'u1' })
})

test('the zip contains only what the search and the income year show', async () => {
  const requestedZip = serveZip()
  const { user } = openCategory(`/categories/${fuel._id}?q=Trip&incomeYear=2025-26`)
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  await screen.findByText('All files downloaded successfully!')
  expect(requestedZip).toHaveBeenCalledWith({
    category: fuel._id,
    q: 'Trip',
    incomeYear: '2025-26',
    user: 'u1',
  })
})

test('the zip of a corrected search is requested with the corrections on screen', async () => {
  const requestedZip = serveZip([
    fake(receiptEndpoints.search, () => ({ ...resultsOf([receiptOf()]), corrections: ['trip'] })),
  ])
  const { user } = openCategory(`/categories/${fuel._id}?q=tripp`)
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  await screen.findByText('All files downloaded successfully!')
  expect(requestedZip).toHaveBeenCalledWith({
    category: fuel._id,
    q: 'tripp',
    corrections: 'trip',
    user: 'u1',
  })
})

test('without a stored user the zip asks to log in again', async () => {
  serveFakes(...defaultFakes)
  const { user } = openCategory()
  await findRow()
  remove('user')
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  expect(await screen.findByText('User not identified. Please log in again.')).toBeTruthy()
})

test('downloading one file stays on the page', async () => {
  stubWidth(48)
  serveFakes(
    ...defaultFakes,
    fake(receiptEndpoints.download, () => new Blob(['file'])),
  )
  const { user } = openCategory()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Download Trip to client' }))
  expect(await screen.findByText('Downloaded Shell.docx.')).toBeTruthy()
  expect(await findRow()).toBeTruthy()
})
