import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { receiptOf } from '../testing/receipts.ts'
import { DeletePermanently } from './delete-permanently.tsx'

const removed = vi.fn<(body: object) => void>()

async function openQuestion(
  retention: { keepUntil: string; isProvisional: boolean; isDecisionDue: boolean },
  respond = (id: string) => Promise.resolve({ _id: id }),
) {
  signInAs('User')
  removed.mockReset()
  const lodgement = { lodgedOn: '2026-08-10', via: 'myTax' as const, amendedOn: null }
  serveFakes(
    yearsFake([yearOf({ lodgement, retention })]),
    fake(receiptEndpoints.deletePermanently, ({ params, body }) => {
      removed(body)
      return respond(params.uploadId)
    }),
  )
  const { user } = renderScreen(<DeletePermanently receipt={receiptOf()} />)
  await user.click(screen.getByRole('button', { name: 'Delete Trip to client permanently' }))
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
  return user
}

test('a receipt that has to be kept is deleted for good only after a second question', async () => {
  const user = await openQuestion({ keepUntil: '2999-11-01', isProvisional: false, isDecisionDue: false })
  expect(await screen.findByText(/the law requires you to keep its receipts until 1 Nov 2999/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  expect(removed).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() => expect(removed).toHaveBeenCalledExactlyOnceWith({ isConfirmed: true }))
  expect(await screen.findByText('Trip to client has been permanently deleted.')).toBeTruthy()
})

test('an asset that’s needed for a dispute about an earlier year isn’t deleted without a second question', async () => {
  signInAs('User')
  const lodgement = { lodgedOn: '2020-08-10', via: 'myTax' as const, amendedOn: null }
  const retention = { keepUntil: '2025-10-31', isProvisional: false, isDecisionDue: true }
  const disputed = { isDisputed: true, retention: { ...retention, keepUntil: null } }
  serveFakes(
    yearsFake([
      yearOf({ incomeYear: '2019-20', lodgement, retention }),
      yearOf({ incomeYear: '2018-19', lodgement, ...disputed }),
    ]),
  )
  const asset = receiptOf({ incomeYear: '2018-19', lastClaimedYear: '2019-20' })
  const { user } = renderScreen(<DeletePermanently receipt={asset} />)
  await user.click(screen.getByRole('button', { name: 'Delete Trip to client permanently' }))
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText(/There’s a dispute about 2018–19, so the law requires you/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete anyway' })).toBeTruthy()
})

test('cancelling while we look up how long it has to be kept deletes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const retention = { keepUntil: '2020-11-01', isProvisional: false, isDecisionDue: true }
  signInAs('User')
  removed.mockReset()
  serveFakes(
    fake(yearEndpoints.list, async () => {
      await promise
      return { docs: [yearOf({ retention })], page: 1, totalPages: 1, totalDocs: 1 }
    }),
    fake(receiptEndpoints.deletePermanently, ({ params, body }) => {
      removed(body)
      return { _id: params.uploadId }
    }),
  )
  const { user } = renderScreen(<DeletePermanently receipt={receiptOf()} />)
  await user.click(screen.getByRole('button', { name: 'Delete Trip to client permanently' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Checking…' }))
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  resolve()
  await user.click(screen.getByRole('button', { name: 'Delete Trip to client permanently' }))
  expect(await screen.findByRole('button', { name: 'Delete permanently' })).toBeTruthy()
  expect(removed).not.toHaveBeenCalled()
})

test('while it’s deleted, the button keeps the focus but asks nothing', async () => {
  const user = await openQuestion(
    { keepUntil: '2020-11-01', isProvisional: false, isDecisionDue: true },
    () => new Promise(() => undefined),
  )
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Delete Trip to client/ })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  // Browsers take the focus away from a button that's disabled.
  expect(button.disabled).toBe(false)
  await user.click(button)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('afterwards one question is enough', async () => {
  await openQuestion({ keepUntil: '2020-11-01', isProvisional: false, isDecisionDue: true })
  await waitFor(() => expect(removed).toHaveBeenCalledExactlyOnceWith({ isConfirmed: false }))
})
