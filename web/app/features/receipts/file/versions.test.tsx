import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { detailsOf, fileOf, receiptOf } from '../testing/receipts.ts'
import { VersionList } from './versions.tsx'

const sent = vi.fn<(body: object) => void>()
const photo = fileOf({ type: 'image/jpeg', title: 'docket.jpg', preview: 'image' })

beforeEach(() => {
  sent.mockReset()
  signInAs()
  serveFakes(
    fake(receiptEndpoints.restoreVersion, ({ body }) => {
      sent(body)
      return receiptOf()
    }),
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
