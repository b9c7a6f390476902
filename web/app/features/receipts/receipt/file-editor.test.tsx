import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake } from '#testing/fake-api.tsx'
import { renderScreen } from '#testing/render.tsx'
import { FileEditor } from './file-editor.tsx'
import { fileOf, receiptOf } from '../testing/receipts.ts'
import { beginFresh, docket } from '../testing/uploads.ts'

const open = () => renderScreen(<FileEditor receiptId={receiptOf()._id} file={fileOf()} />)
const picker = () => screen.findByLabelText('Replacement file')

test('a replacement on its way can be cancelled, and nothing is replaced', async () => {
  beginFresh(fake(receiptEndpoints.uploadFile, () => new Promise<never>(() => undefined)))
  const { user } = open()
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a replacement that is too large is refused without being sent', async () => {
  let isSent = false
  beginFresh(
    fake(receiptEndpoints.rules, () => ({ maxBytes: 4, maxFiles: 20, types: ['application/pdf'] })),
    fake(receiptEndpoints.uploadFile, () => {
      isSent = true
      throw new Error('Sent all the same')
    }),
  )
  const { user } = open()
  // The limit is known a moment after the screen.
  await waitFor(async () => {
    isSent = false
    await user.upload(await picker(), docket)
    expect(screen.getByRole('alert').textContent).toMatch(/^This file is larger than/)
    expect(isSent).toBe(false)
  })
})
