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
