import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { accountEndpoints } from '@docketbox/contract/account/endpoints'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import { Navigate } from 'react-router'
import { expect, test } from 'vitest'
import { endSession, readSession, useSession } from '#platform/session/session.ts'
import { keepFile, readKeptFile } from '#platform/storage/kept-files.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { addFiles, draftFor, photo, startFresh } from '#features/receipts/testing'
import { personOn } from '#features/subscriptions/testing'
import { yearOf, yearsFake } from '#features/years/testing'
import { passwordAlone } from '#testing/security.ts'
import DataPage from './data-page.tsx'

const security = fake(profileEndpoints.security, () => passwordAlone)
const credit = fake(paymentEndpoints.credit, () => ({ creditCents: 698 }))
const binOf = (...incomeYears: string[]) => fake(receiptEndpoints.retentionYears, () => ({ incomeYears }))
const me = (isRenewalPending: boolean) =>
  fake(authEndpoints.loggedUser, () => {
    const person = personOn('Pro')
    return { ...person, subscription: { ...person.subscription!, isRenewalPending } }
  })
const open = () => renderScreen(<DataPage />, { path: '/profile/data' })

test.each([
  [
    'while a renewal is being paid, may still charge it',
    true,
    /a payment that’s under way may still go through/,
  ],
  ['charges nothing more', false, /logged out everywhere and won’t be charged again/],
])('closing the account %s', async (_, isRenewalPending, text) => {
  signInAs('User')
  serveFakes(credit, me(isRenewalPending), yearsFake([]), binOf())
  open()
  expect(await screen.findByText(text)).toBeTruthy()
})

test('closing the account asks for the password and ends the session', async () => {
  signInAs('User')
  serveFakes(
    credit,
    security,
    yearsFake([]),
    binOf(),
    fake(accountEndpoints.close, ({ body }) =>
      body.password === 'right'
        ? { message: 'Closed.', purgeAt: '2026-12-20T13:00:00.000Z' }
        : refuse(commonRefusals.invalidInput, { password: 'Incorrect password.' }),
    ),
  )
  const { user } = open()
  expect(await screen.findByText(/You have \$6\.98 in credit\. We’ll refund/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  const form = within(await screen.findByRole('form', { name: 'Close your account' }))
  await user.type(form.getByLabelText('Password'), 'wrong')
  await user.click(form.getByRole('button', { name: 'Close my account' }))
  expect(await form.findAllByText('Incorrect password.')).not.toHaveLength(0)
  expect(readSession()).toBeDefined()
  await user.clear(form.getByLabelText('Password'))
  await user.type(form.getByLabelText('Password'), 'right')
  await user.click(form.getByRole('button', { name: 'Close my account' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/')
  expect(screen.getByText(/You can log in and reopen it until 20\sDec\s2026\./)).toBeTruthy()
  expect(readSession()).toBeUndefined()
})

test('closing the account continues to the landing page, even when the guard notices first', async () => {
  standInForIndexedDb()
  await keepFile('p1', 'u1', photo)
  signInAs('User')
  // Another call learns that the session has ended before the close request returns.
  serveFakes(
    credit,
    security,
    yearsFake([]),
    binOf(),
    fake(accountEndpoints.close, () => {
      endSession()
      return { message: 'Closed.', purgeAt: '2026-12-20T13:00:00.000Z' }
    }),
  )
  const { user } = renderScreen(<Guarded />, { path: '/profile/data' })
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  const form = within(await screen.findByRole('form', { name: 'Close your account' }))
  await user.click(form.getByRole('button', { name: 'Close my account' }))
  await waitFor(() => expect(screen.getByLabelText('Elsewhere').textContent).toBe('/'))
  expect(await readKeptFile('p1')).toBeUndefined()
})

function Guarded() {
  return useSession() ? <DataPage /> : <Navigate to="/login" replace />
}

test.each([
  ['receipts', {}, binOf()],
  ['receipts of assets', { receipts: 0, isLastOfAssets: true }, binOf()],
  ['records', { receipts: 0, hasRecords: true }, binOf()],
  ['receipts in the bin', { receipts: 0 }, binOf('2025-26')],
])('closing the account asks a second time while %s have to be kept', async (_, year, bin) => {
  signInAs('User')
  serveFakes(credit, security, yearsFake([yearOf(year)]), bin)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Close your account anyway?' }))
  expect(await question.findByText(/until 17 May 2032/)).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Close your account' })).toBeNull()
  await user.click(question.getByRole('button', { name: 'Continue anyway' }))
  expect(await screen.findByRole('form', { name: 'Close your account' })).toBeTruthy()
})

test('closing the account warns of receipts that are still uploading', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  startFresh(
    credit,
    security,
    yearsFake([]),
    binOf(),
    fake(receiptEndpoints.uploadFile, () => promise),
  )
  addFiles('to-file', [photo])
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Close my account' }))
  const form = within(await screen.findByRole('form', { name: 'Close your account' }))
  expect(form.getByText(/^A receipt is still uploading\..*will be lost\.$/)).toBeTruthy()
  resolve(draftFor(photo))
})

test("an administrator can download their data but can't close the account", () => {
  signInAs('Admin')
  serveFakes(credit)
  open()
  screen.getByRole('button', { name: 'Download my data' })
  expect(screen.queryByRole('button', { name: 'Close my account' })).toBeNull()
})
