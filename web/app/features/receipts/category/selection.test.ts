import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { categoryFakes, openCategory } from '../testing/category.tsx'
import { fuel, receiptsFrom } from '../testing/receipts.ts'

const receipts = receiptsFrom(['Shell', 'Ampol', 'Puma'])
const requestedZip = vi.fn<(query: object) => void>()

beforeEach(() => {
  requestedZip.mockReset()
  signInAs('User')
  serveFakes(
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.downloadAll, ({ query }) => {
      requestedZip(query)
      return new Blob(['zip'])
    }),
  )
})

const box = (title: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select ${title}`) })
const count = (text: string) => screen.findByText(text, { exact: false })

test('only the selected receipts are downloaded', async () => {
  const { user, router } = openCategory()
  await user.click(await box('Shell'))
  await user.click(screen.getByRole('button', { name: /^Puma/ }))
  await count('2 receipts selected')
  await user.click(screen.getByRole('button', { name: 'Download selected' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/success'))
  const ids = `${receipts[0]!._id},${receipts[2]!._id}`
  expect(requestedZip).toHaveBeenCalledWith({ category: fuel._id, ids, user: 'u1' })
})

test('all receipts are selected at once, and cleared again', async () => {
  const { user } = openCategory()
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
  await count('3 receipts selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  await count('from 3 receipts')
  expect((await box('Shell')).checked).toBe(false)
})

test('of all that are selected, one can be left out', async () => {
  const { user } = openCategory()
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
  await user.click(await box('Ampol'))
  await count('2 receipts selected')
  const areChecked = await Promise.all(
    ['Shell', 'Ampol', 'Puma'].map(async (name) => (await box(name)).checked),
  )
  expect(areChecked).toEqual([true, false, true])
})

test('a long press selects a receipt without opening it', async () => {
  openCategory()
  const row = await screen.findByRole('button', { name: /^Shell/ })
  fireEvent.pointerDown(row, { pointerType: 'touch' })
  await count('1 receipt selected')
  fireEvent.pointerUp(row)
  fireEvent.click(row)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await box('Shell')).checked).toBe(true)
})

test('receipts are selected without a long press after “Select”, until “Done”', async () => {
  const { user } = openCategory()
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await count('None selected')
  await user.click(screen.getByRole('button', { name: /^Shell/ }))
  await count('1 receipt selected')
  await user.click(await box('Shell'))
  await count('None selected')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await count('from 3 receipts')
  await user.click(screen.getByRole('button', { name: /^Shell/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('Back ends selecting before it leads to the categories', async () => {
  const { user, router } = openCategory('/dashboard')
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await user.click(await box('Shell'))
  await act(() => router.navigate(-1))
  await count('from 3 receipts')
  await act(() => router.navigate(-1))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/categories')
})

test('a search starts without a selection', async () => {
  const { user, router } = openCategory()
  await user.click(await box('Shell'))
  await act(() => router.navigate(`/categories/${fuel._id}?q=Trip`))
  await count('from 3 receipts')
  expect(screen.queryByRole('button', { name: 'Download selected' })).toBeNull()
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await count('from 3 receipts')
  expect(screen.queryByRole('button', { name: 'Download selected' })).toBeNull()
})
