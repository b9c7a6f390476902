import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveFakes } from '#testing/fake-api.tsx'
import { answersAbout, beginInCategory, findRow, openCategory } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

beforeEach(() => {
  beginInCategory()
  serveFakes(...answersAbout(() => [receiptOf()]))
})

test('Back leads to the categories, wherever one came from', async () => {
  const { router } = openCategory('/somewhere')
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await findRow()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByLabelText('Elsewhere').textContent).toBe('/categories'))
})

test('Back closes a receipt that is open, and leads to the categories after that', async () => {
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

test('Back on the screen that follows leads here again, however early it is pressed', async () => {
  const { router } = openCategory()
  await findRow()
  await act(async () => {
    await router.navigate('/success')
    await router.navigate(-1)
  })
  expect(router.state.location.pathname).toBe(`/categories/${fuel._id}`)
})
