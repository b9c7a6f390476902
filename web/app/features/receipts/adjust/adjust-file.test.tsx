import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeLateRefusal, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { fileOf, receiptOf } from '../testing/receipts.ts'
import { AdjustFile } from './adjust-file.tsx'

const photo = fileOf({ type: 'image/jpeg', title: 'docket.jpg', preview: 'image' })
const preview = fake(receiptEndpoints.preview, () => new Blob(['picture']))

beforeEach(() => signInAs())

/** Turns the picture. */
async function turn(screenOf: ReactNode = <AdjustFile receiptId={receiptOf()._id} file={photo} />) {
  const { user } = renderScreen(screenOf)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(screen.getByRole('button', { name: 'Rotate' }))
  return user
}
async function straighten() {
  const user = await turn()
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

test('the version that was opened is turned, not the one that another tab makes of it meanwhile', async () => {
  const sent = vi.fn<(body: object) => void>()
  serveFakes(
    preview,
    fake(receiptEndpoints.adjustFile, ({ body }) => {
      sent(body)
      return refuse(receiptRefusals.pictureChanged)
    }),
  )
  let show: (file: typeof photo) => void = () => {}
  function Shown() {
    const [file, setFile] = useState(photo)
    useEffect(() => void (show = setFile), [])
    return <AdjustFile receiptId={receiptOf()._id} file={file} />
  }
  const user = await turn(<Shown />)
  act(() => show({ ...photo, version: photo.version + 1 }))
  await user.click(screen.getByRole('button', { name: 'Straighten' }))
  expect(await screen.findByText(receiptRefusals.pictureChanged.message)).toBeTruthy()
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ version: photo.version }))
})

test('says why there’s no picture to adjust', async () => {
  serveFakes(fake(receiptEndpoints.preview, () => refuse(receiptRefusals.damagedFile)))
  const { user } = renderScreen(<AdjustFile receiptId={receiptOf()._id} file={photo} />)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  expect(await screen.findByText(receiptRefusals.damagedFile.message)).toBeTruthy()
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
