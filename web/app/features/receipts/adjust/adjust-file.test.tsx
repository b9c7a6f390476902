import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { fileOf, receiptOf } from '../testing/receipts.ts'
import { AdjustFile } from './adjust-file.tsx'

const photo = fileOf({ type: 'image/jpeg', title: 'docket.jpg', preview: 'image' })
const preview = fake(receiptEndpoints.preview, () => new Blob(['picture']))

beforeEach(() => signInAs())

/** Turns the picture and presses Straighten. */
async function straighten() {
  const { user } = renderScreen(<AdjustFile receiptId={receiptOf()._id} file={photo} />)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(screen.getByRole('button', { name: 'Rotate' }))
  await user.click(screen.getByRole('button', { name: 'Straighten' }))
  return user
}

test('a stored picture can be turned, as a new version', async () => {
  const sent = vi.fn<(body: object) => void>()
  serveFakes(
    preview,
    fake(receiptEndpoints.adjustFile, ({ body }) => {
      sent(body)
      return receiptOf()
    }),
  )
  await straighten()
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ turns: 1, version: photo.version })),
  )
  expect(await screen.findByText('Straightened. The original is under Versions.')).toBeTruthy()
})

test('a picture that couldn’t be turned says so, even if the dialog was closed meanwhile', async () => {
  const { late, refuseNow } = fakeLateRefusal(receiptEndpoints.adjustFile, receiptRefusals.inTrash)
  serveFakes(preview, late)
  const user = await straighten()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  refuseNow()
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
})

test('a picture that’s turned late doesn’t close the dialog that’s open by then', async () => {
  const { promise, resolve } = Promise.withResolvers<Receipt>()
  serveFakes(
    preview,
    fake(receiptEndpoints.adjustFile, () => promise),
  )
  const user = await straighten()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  resolve(receiptOf())
  await screen.findByText('Straightened. The original is under Versions.')
  expect(screen.getByRole('dialog', { name: 'Adjust' })).toBeTruthy()
})

test('a document has nothing to adjust', () => {
  renderScreen(<AdjustFile receiptId={receiptOf()._id} file={fileOf({ type: 'application/pdf' })} />)
  expect(screen.queryByRole('button', { name: 'Adjust' })).toBeNull()
})
