import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { categoryFakes, findRow, openCategory } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { docket } from '../testing/uploads.ts'

beforeEach(() => {
  signInAs('User')
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

test('Back closes a receipt that a link opened, then leads to the categories', async () => {
  const { router } = openCategory('/dashboard')
  await act(() => router.navigate(`/categories/${fuel._id}?receipt=${receiptOf()._id}`))
  await screen.findByRole('dialog')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => router.navigate(-1))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/categories')
})

test('the close button of a receipt leaves no trace in the history', async () => {
  const { user, router } = openCategory('/dashboard')
  await act(() => router.navigate('/categories'))
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await user.click(await findRow())
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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

test.each(leave)(
  'changes discarded after %s aren’t asked about when a receipt is opened again',
  async (_, close) => {
    const opened = openCategory()
    await opened.user.click(await findRow())
    await opened.user.type(await screen.findByLabelText('Supplier (optional)'), 'Shell')
    await close(opened)
    await opened.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await opened.user.click(await findRow())
    expect(await screen.findByRole('dialog', { name: 'Trip to client' })).toBeTruthy()
  },
)

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

test('a replacement that is still uploading asks before it is stopped', async () => {
  serveFakes(
    ...categoryFakes(() => [receiptOf()]),
    fake(receiptEndpoints.uploadFile, () => new Promise<never>(() => undefined)),
  )
  const { user } = openCategory()
  await user.click(await findRow())
  await user.click(await screen.findByRole('tab', { name: 'File' }))
  await user.upload(screen.getByLabelText('Replacement file'), docket)
  await screen.findByRole('progressbar')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('progressbar')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a chosen category asks before the move is dropped', async () => {
  const { user } = openCategory()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'More actions for Trip to client' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Travel/ }).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
