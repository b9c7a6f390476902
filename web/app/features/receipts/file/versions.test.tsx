import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { AdjustFile } from '../adjust/adjust-file.tsx'
import { detailsOf, fileOf, receiptOf } from '../testing/receipts.ts'
import { VersionList } from './versions.tsx'

const sent = vi.fn<(body: object) => void>()
const photo = fileOf({ type: 'image/jpeg', title: 'docket.jpg', preview: 'image' })

beforeEach(() => {
  sent.mockReset()
  signInAs()
  const accept = ({ body }: { body: object }) => {
    sent(body)
    return receiptOf()
  }
  serveFakes(
    fake(receiptEndpoints.preview, () => new Blob(['picture'])),
    fake(receiptEndpoints.adjustFile, accept),
    fake(receiptEndpoints.restoreVersion, accept),
  )
})

test('a previous version can be restored', async () => {
  const receipt = detailsOf(receiptOf({ file: [photo] }))
  const [current] = receipt.versions as [ReceiptDetails['versions'][number]]
  const earlier = { ...current, version: 1, replacedAt: current.createdAt }
  const versions = [{ ...current, version: 2 }, earlier]
  const { user } = renderScreen(<VersionList receipt={{ ...receipt, versions }} />)
  expect(screen.getAllByRole('button', { name: /^Restore/ })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Restore version 1 of docket.jpg' }))
  expect(await screen.findByText('Restored version 1.')).toBeTruthy()
  expect(sent).toHaveBeenCalledWith({ version: 1 })
})

test('a lost previous version says how to repair it', async () => {
  const receipt = detailsOf(receiptOf({ file: [photo] }))
  const [current] = receipt.versions as [ReceiptDetails['versions'][number]]
  const earlier = { ...current, version: 1, replacedAt: current.createdAt }
  serveFakes(fake(receiptEndpoints.download, () => refuse(receiptRefusals.damagedFile)))
  const { user } = renderScreen(
    <VersionList receipt={{ ...receipt, versions: [{ ...current, version: 2 }, earlier] }} />,
  )
  await user.click(screen.getAllByRole('button', { name: /^Download/ })[0]!)
  expect(await screen.findByText(receiptRefusals.damagedFile.message)).toBeTruthy()
})

test('the integrity statement is offered with the versions', async () => {
  const receipt = detailsOf(receiptOf({ file: [photo] }))
  const requested = vi.fn<(id: string) => void>()
  serveFakes(
    fake(packEndpoints.statement, ({ params }) => {
      requested(params.uploadId)
      return new Blob(['pdf'])
    }),
  )
  const { user } = renderScreen(<VersionList receipt={receipt} />)
  await user.click(screen.getByRole('button', { name: 'Integrity statement (PDF)' }))
  expect(await screen.findByText('Downloaded the integrity statement.')).toBeTruthy()
  expect(requested).toHaveBeenCalledExactlyOnceWith(receipt._id)
})

test('a stored picture can be turned, as a new version', async () => {
  const { user } = renderScreen(<AdjustFile receiptId={receiptOf()._id} file={photo} />)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(screen.getByRole('button', { name: 'Rotate' }))
  await user.click(screen.getByRole('button', { name: 'Straighten' }))
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ turns: 1, version: photo.version })),
  )
  expect(await screen.findByText('Straightened. The original is under Versions.')).toBeTruthy()
})

test('a picture that couldn’t be turned says so, even if the dialog was closed meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveFakes(
    fake(receiptEndpoints.preview, () => new Blob(['picture'])),
    fake(receiptEndpoints.adjustFile, async () => {
      await promise
      return refuse(receiptRefusals.inTrash)
    }),
  )
  const { user } = renderScreen(<AdjustFile receiptId={receiptOf()._id} file={photo} />)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(screen.getByRole('button', { name: 'Rotate' }))
  await user.click(screen.getByRole('button', { name: 'Straighten' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  resolve()
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
})

test('a picture that’s turned late doesn’t close the dialog that’s open by then', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveFakes(
    fake(receiptEndpoints.preview, () => new Blob(['picture'])),
    fake(receiptEndpoints.adjustFile, async () => {
      await promise
      return receiptOf()
    }),
  )
  const { user } = renderScreen(<AdjustFile receiptId={receiptOf()._id} file={photo} />)
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(screen.getByRole('button', { name: 'Straighten' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  resolve()
  await screen.findByText('Straightened. The original is under Versions.')
  expect(screen.getByRole('dialog', { name: 'Adjust' })).toBeTruthy()
})

test('a document has nothing to adjust', () => {
  renderScreen(<AdjustFile receiptId={receiptOf()._id} file={fileOf({ type: 'application/pdf' })} />)
  expect(screen.queryByRole('button', { name: 'Adjust' })).toBeNull()
})
