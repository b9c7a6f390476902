import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { docket, photo, startFresh } from '../testing/uploads.ts'
import CustomUploadPage from './page.tsx'

const open = () => renderScreen(<CustomUploadPage />, { path: '/custom-upload' })
const picker = () => screen.findByLabelText('Receipt files')
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const otherScreen = () => screen.findByLabelText('Elsewhere')

beforeEach(() => startFresh())

test('several files become several receipts unless they are pages of one', async () => {
  const { user } = open()
  await user.upload(await picker(), [docket, photo])
  expect(screen.queryByLabelText('Description')).toBeNull()
  await user.click(screen.getByLabelText('These are pages of one receipt'))
  expect(screen.getByLabelText('Description')).toBeTruthy()
  await user.click(screen.getByLabelText('These are pages of one receipt'))
  await user.click(screen.getByRole('link', { name: 'Continue with 2 receipts' }))
  expect((await otherScreen()).textContent).toBe('/to-file')
})

test('more files than a receipt can have are separate receipts', async () => {
  const { user } = open()
  const many = Array.from({ length: 21 }, (_, n) => new File(['x'], `${n}.pdf`, { type: 'application/pdf' }))
  await user.upload(await picker(), many)
  expect(await screen.findByText('A receipt can have up to 20 pages.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('These are pages of one receipt').disabled).toBe(true)
})

test('a receipt with more pages than it can have can’t continue until some are removed', async () => {
  startFresh(
    fake(receiptEndpoints.rules, () => ({ maxBytes: 20 * 1_048_576, maxFiles: 2, types: [docket.type] })),
    fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined)),
  )
  const { user } = open()
  await user.upload(await picker(), [docket, docket])
  await user.click(await screen.findByLabelText('These are pages of one receipt'))
  await user.upload(await picker(), new File(['x'], 'third.pdf', { type: docket.type }))
  await user.type(screen.getByLabelText('Description'), 'Contract')
  await user.click(continueButton())
  const problem = 'A receipt can have up to 2 pages. Remove some to continue.'
  expect(await screen.findAllByText(problem)).not.toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Cancel third.pdf' }))
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull())
  await user.click(continueButton())
  expect((await otherScreen()).textContent).toBe('/preview')
})

test('a missing description is no longer reported once there are several receipts, which are described later', async () => {
  const { user } = open()
  await user.click(continueButton())
  await screen.findAllByText('Please provide a description to continue.')
  await user.upload(await picker(), [docket, photo])
  await screen.findByRole('link', { name: 'Continue with 2 receipts' })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
