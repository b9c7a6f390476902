import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt, ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { detailsOf, fuel, receiptOf } from '../testing/receipts.ts'
import ReviewPage from './page.tsx'

const ids = [1, 2, 3].map((n) => `01a1f98c-b7c0-73be-90be-d80dc65f000${n}`) as [string, string, string]
type EditResponse = Receipt | ReturnType<typeof refuse>

let receipts: ReceiptDetails[]
let responses: PromiseWithResolvers<EditResponse>[]
let known: unknown[]

beforeEach(() => {
  signInAs('User')
  receipts = ids.map((_id) => detailsOf(receiptOf({ _id, suggestions: { totalCents: 5685 } })))
  responses = []
  known = []
})

/** Opens the first of three receipts to check. Saving takes until the test responds. */
function open() {
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) => receipts.find(({ _id }) => _id === params.uploadId)!),
    fake(categoryEndpoints.list, () => ({ docs: [fuel], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(receiptEndpoints.toCheck, () => ({ ids, total: ids.length })),
    fake(receiptEndpoints.readingStatus, () => ({ isOn: true, waiting: 0 })),
    fake(receiptEndpoints.editFacts, ({ body }) => {
      known.push(body.known?.totalCents)
      const response = Promise.withResolvers<EditResponse>()
      responses.push(response)
      return response.promise
    }),
  )
  return renderScreen(<ReviewPage />, { path: '/review/:uploadId', at: paths.review(ids[0]) })
}

/** Accepts the first receipt and moves on before it's saved. */
async function acceptAndMoveOn() {
  const page = open()
  await screen.findByText('3 to check')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(responses).toHaveLength(1))
  await page.user.keyboard('{PageDown}')
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.review(ids[1])))
  await page.user.keyboard('{PageDown}')
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.review(ids[2])))
  return page
}

function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('what’s typed while a receipt is saved keeps it on screen', async () => {
  const { user, router } = open()
  await screen.findByText('3 to check')
  await user.keyboard('{Enter}')
  await user.type(await screen.findByLabelText('Note (optional)'), 'For the van')
  receipts[0] = { ...receipts[0]!, suggestions: null }
  responses[0]!.resolve(receipts[0])
  await screen.findByText(receiptTexts.updated)
  expect(router.state.location.pathname).toBe(paths.review(ids[0]))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('For the van')
})

test('moving on asks before discarding what was typed while the receipt is saved', async () => {
  const { user, router } = open()
  await screen.findByText('3 to check')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(responses).toHaveLength(1))
  await user.type(await screen.findByLabelText('Note (optional)'), 'For the van')
  await user.keyboard('{PageDown}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe(paths.review(ids[0]))
  expect(screen.getByLabelText<HTMLInputElement>('Note (optional)').value).toBe('For the van')
})

test('closing the tab before a receipt is saved asks first', async () => {
  const { user } = open()
  await screen.findByText('3 to check')
  expect(asksBeforeLeaving()).toBe(false)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true))
})

test('a receipt that’s saved late doesn’t leave the one that’s shown by then', async () => {
  const { user, router } = await acceptAndMoveOn()
  responses[0]!.resolve(receipts[0]!)
  await user.type(await screen.findByLabelText('Note (optional)'), 'For the van')
  expect(router.state.location.pathname).toBe(paths.review(ids[2]))
})

test('a receipt that couldn’t be saved after moving on says so, and can be saved from there', async () => {
  const { user, router } = await acceptAndMoveOn()
  responses[0]!.resolve(refuse(receiptRefusals.inTrash))
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(responses).toHaveLength(2))
  responses[1]!.resolve(receipts[0]!)
  expect(await screen.findByText(receiptTexts.updated)).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.review(ids[2]))
})

test('a receipt that another tab had changed is replaced only after its user was told', async () => {
  const { user } = await acceptAndMoveOn()
  responses[0]!.resolve(refuse(commonRefusals.changed))
  expect(await screen.findByText(commonRefusals.changed.message)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(known).toEqual([receipts[0]!.facts.totalCents, undefined]))
})
