import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveFakes } from '#testing/fake-api.tsx'
import { categoryFakes, startInCategory, findRow, openCategory } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

beforeEach(() => {
  startInCategory()
  serveFakes(...categoryFakes(() => [receiptOf()]))
})

test('Back leads to the categories from every previous screen', async () => {
  const { router } = openCategory('/somewhere')
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await findRow()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByLabelText('Elsewhere').textContent).toBe('/categories'))
})

test('Back closes an open receipt, then leads to the categories', async () => {
  const { user, router } = openCategory('/dashboard')
  await act(() => router.navigate('/categories'))
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await user.click(await findRow())
  await screen.findByRole('dialog')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await findRow()).toBeTruthy()
  await act(() => router.navigate(-1))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/categories')
})

test('Back on the next screen returns here, even before that screen has rendered', async () => {
  const { router } = openCategory()
  await findRow()
  await act(async () => {
    await router.navigate('/success')
    await router.navigate(-1)
  })
  expect(router.state.location.pathname).toBe(`/categories/${fuel._id}`)
})

const leave: [string, (screen: ReturnType<typeof openCategory>) => Promise<unknown>][] = [
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
  ['the close button', ({ user }) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Back', async ({ router }) => void router.navigate(-1)],
]

test.each(leave)('%s asks before it discards unsaved changes of a receipt', async (_, close) => {
  const opened = openCategory('/categories')
  await act(() => opened.router.navigate(`/categories/${fuel._id}`))
  await opened.user.click(await findRow())
  await opened.user.type(await screen.findByLabelText('Supplier (optional)'), 'Shell')
  await close(opened)
  await opened.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Supplier (optional)').value).toBe('Shell')
  await close(opened)
  await opened.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await findRow()).toBeTruthy()
})

test('a new title asks before it is discarded, and a cancelled one does not', async () => {
  const { user } = openCategory()
  await user.click(await findRow())
  await user.click(await screen.findByRole('tab', { name: 'File' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(screen.getByLabelText('Title'), ' March')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
