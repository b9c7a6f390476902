import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.tsx'
import { load } from '#platform/storage/local-storage.ts'
import { renderScreen } from '#testing/render.tsx'
import CategoryChoicePage from './page.tsx'
import { describe as describeUpload, pendingUpload, putFiles } from '../pending/store.ts'
import { receiptOf } from '../testing/receipts.ts'
import { beginFresh, docket, draftOf } from '../testing/uploads.ts'

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
  beginFresh(categories, fake(receiptEndpoints.save, save))
  putFiles('custom-upload', [
    {
      id: 'f1',
      name: docket.name,
      type: docket.type,
      sizeBytes: docket.size,
      sentBytes: docket.size,
      state: 'arrived',
      draft: draftOf(docket),
    },
  ])
  describeUpload('custom-upload', 'Lunch')
  return renderScreen(<CategoryChoicePage />, { path: '/category' })
}

const receiptIn = (category: string) => receiptOf({ category, description: 'Lunch', file: [] })
const tile = (name: string) => screen.findByRole('button', { name: new RegExp(name) })
const copyUnder = (category: string) => load(category, (stored) => stored)
const elsewhere = () => screen.findByLabelText('Elsewhere')

test('a press on a category saves the receipt there and shows it', async () => {
  const { user } = open(({ body, headers }) => {
    expect(headers['Idempotency-Key']).toBe(pendingUpload()?.saveKey)
    expect(copyUnder(meals)).toEqual({
      description: 'Lunch',
      file: [{ uri: draftOf(docket).uri }],
    })
    return receiptIn(body.category)
  })
  expect(await screen.findByText('Please select a category to save your upload...')).toBeTruthy()
  await user.click(await tile('WorkMeal'))
  expect((await elsewhere()).textContent).toBe(`/categories/${meals}`)
  expect(await screen.findByText('Upload saved successfully!')).toBeTruthy()
  expect(pendingUpload()).toBeUndefined()
  expect(copyUnder(meals)).toBeUndefined()
})

test('a failed save resets the selection, loses nothing, and the next try has the same key', async () => {
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
  expect((await elsewhere()).textContent).toBe(`/categories/${travel}`)
  expect(keys[0]).toBe(keys[1])
  expect(copyUnder(meals)).toBeUndefined()
})

test('without an active plan there is a way to the plans, and the upload stays', async () => {
  const { user } = open(() => refuse(subscriptionRefusals.noActivePlan))
  await user.click(await tile('WorkMeal'))
  const link = await screen.findByRole('link', { name: 'Subscribe Now' })
  expect(link.getAttribute('href')).toBe('/subscription')
  expect(pendingUpload()?.description).toBe('Lunch')
})

test('an upload that was saved before is not offered again', async () => {
  const { user } = open(() => refuse(receiptRefusals.draftTaken))
  await user.click(await tile('WorkMeal'))
  expect((await elsewhere()).textContent).toBe('/categories')
  expect(pendingUpload()).toBeUndefined()
})

test('with nothing to save it leads to the dashboard and says why', async () => {
  beginFresh(categories)
  renderScreen(<CategoryChoicePage />, { path: '/category' })
  expect((await elsewhere()).textContent).toBe('/dashboard')
  await waitFor(() => expect(screen.getByText('Image and description are missing!')).toBeTruthy())
})
