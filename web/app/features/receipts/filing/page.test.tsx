import { outgoing } from '../outgoing/list.ts'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { load } from '#platform/storage/local-storage.ts'
import { renderScreen } from '#testing/render.tsx'
import UploadPage from '../upload/page.tsx'
import FilingPage from './page.tsx'
import { setDescription, setOneReceipt, pendingUpload, appendFiles } from '../pending/store.ts'
import { receiptOf } from '../testing/receipts.ts'
import { docket, draftFor, photo, startFresh, uploadedFile } from '../testing/uploads.ts'

const meals = '01a1f98c-b7c0-73be-90be-d80dc65f7001'
const travel = '01a1f98c-b7c0-73be-90be-d80dc65f7002'

const categories = fake(categoryEndpoints.list, () => ({
  docs: [
    { _id: meals, name: 'WorkMeal' },
    { _id: travel, name: 'Travel expenses' },
  ],
  totalPages: 1,
  page: 1,
  totalDocs: 2,
}))

type Save = Parameters<typeof fake<typeof receiptEndpoints.save>>[1]

function open(save: Save) {
  startFresh(categories, fake(receiptEndpoints.save, save))
  appendFiles('custom-upload', [uploadedFile(docket)])
  setDescription('custom-upload', 'Lunch')
  return renderScreen(<FilingPage />, { path: '/category' })
}

const receiptIn = (category: string) => receiptOf({ category, description: 'Lunch', file: [] })
const tile = (name: string) => screen.findByRole('button', { name: new RegExp(name) })
const copyIn = (category: string) => load(category, (stored) => stored)
const otherScreen = () => screen.findByLabelText('Elsewhere')

test('pressing a category saves the receipt in it', async () => {
  const { user } = open(({ body, headers }) => {
    expect(headers['Idempotency-Key']).toBe(pendingUpload()?.saveKey)
    expect(copyIn(meals)).toEqual({
      description: 'Lunch',
      file: [{ uri: draftFor(docket).uri }],
    })
    return receiptIn(body.category)
  })
  expect(await screen.findByText('Please select a category to save your upload...')).toBeTruthy()
  await user.click(await tile('WorkMeal'))
  expect((await otherScreen()).textContent).toBe(`/categories/${meals}`)
  expect(await screen.findByText('Upload saved successfully!')).toBeTruthy()
  expect(pendingUpload()).toBeUndefined()
  expect(copyIn(meals)).toBeUndefined()
})

test('a file that’s added while the others are saved isn’t dropped with them', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user } = open(async ({ body }) => {
    await promise
    return receiptIn(body.category)
  })
  await user.click(await tile('WorkMeal'))
  act(() => appendFiles('custom-upload', [{ ...uploadedFile(photo), id: 'f2' }]))
  resolve()
  await screen.findByText('Upload saved successfully!')
  expect(pendingUpload()).toMatchObject({ description: '', files: [{ name: photo.name }] })
})

test('while the receipt is saved, nothing about it can be typed or removed on Upload', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  startFresh(
    categories,
    fake(receiptEndpoints.save, async ({ body }) => {
      await promise
      return receiptIn(body.category)
    }),
  )
  appendFiles('custom-upload', [uploadedFile(docket)])
  setDescription('custom-upload', 'Lunch')
  const { user } = renderScreen(
    <>
      <FilingPage />
      <UploadPage />
    </>,
  )
  const description = await screen.findByLabelText<HTMLTextAreaElement>('Description')
  await user.type(description, '!')
  const remove = `Remove ${docket.name}`
  expect(screen.getByRole('button', { name: remove })).toBeTruthy()
  await user.click(await tile('WorkMeal'))
  await waitFor(() => expect(description.readOnly).toBe(true))
  expect(screen.queryByRole('button', { name: remove })).toBeNull()
  resolve()
  await otherScreen()
})

test('a failed save keeps the upload and retries with the same key', async () => {
  const keys: (string | undefined)[] = []
  const { user } = open(({ body, headers }) => {
    keys.push(headers['Idempotency-Key'])
    return keys.length === 1 ? refuse(commonRefusals.unexpected) : receiptIn(body.category)
  })
  await user.click(await tile('WorkMeal'))
  expect(await screen.findAllByText('Failed to save upload. Please try again.')).not.toHaveLength(0)
  expect((await tile('WorkMeal')).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByText(receiptTexts.pickCategory)).toBeTruthy()
  await user.click(await tile('Travel'))
  expect((await otherScreen()).textContent).toBe(`/categories/${travel}`)
  expect(keys[0]).toBe(keys[1])
  expect(copyIn(meals)).toBeUndefined()
})

test('without an active plan it links to the plans and keeps the upload', async () => {
  const { user } = open(() => refuse(subscriptionRefusals.noActivePlan))
  await user.click(await tile('WorkMeal'))
  const link = await screen.findByRole('link', { name: 'Subscribe Now' })
  expect(link.getAttribute('href')).toBe('/subscription')
  expect(screen.getByText(/need an active plan.*keep this upload until you have one/)).toBeTruthy()
  expect(pendingUpload()?.description).toBe('Lunch')
})

test('an upload that was already saved is cleared, and what was typed about it is listed', async () => {
  const { user } = open(() => refuse(receiptRefusals.draftTaken))
  await user.click(await tile('WorkMeal'))
  expect((await otherScreen()).textContent).toBe('/categories')
  expect(pendingUpload()).toBeUndefined()
  await screen.findByText('What you entered is on the dashboard.')
  expect(outgoing()).toMatchObject([{ entered: { description: 'Lunch' } }])
})

test('of an upload that another tab saved in part, the rest can still be saved, with its description', async () => {
  let isFirst = true
  const files: (string | undefined)[][] = []
  const { user } = open(({ body }) => {
    files.push(body.file.map(({ uri }) => uri))
    if (!isFirst) return receiptIn(body.category)
    isFirst = false
    return refuse(receiptRefusals.someDraftsTaken, { 'file.0.uri': receiptRefusals.draftTaken.message })
  })
  setOneReceipt(true)
  appendFiles('custom-upload', [{ ...uploadedFile(photo), id: 'f2' }])
  await user.click(await tile('WorkMeal'))
  await screen.findByText(/no longer here\. Choose a category to save the rest/)
  expect(pendingUpload()).toMatchObject({ description: 'Lunch', files: [{ name: photo.name }] })
  await user.click(await tile('WorkMeal'))
  await otherScreen()
  const [taken, rest] = [draftFor(docket).uri, draftFor(photo).uri]
  expect(files).toEqual([[taken, rest], [rest]])
})

test('without a pending upload it leads to the dashboard and says why', async () => {
  startFresh(categories)
  renderScreen(<FilingPage />, { path: '/category' })
  expect((await otherScreen()).textContent).toBe('/dashboard')
  await waitFor(() => expect(screen.getByText('Image and description are missing!')).toBeTruthy())
})
