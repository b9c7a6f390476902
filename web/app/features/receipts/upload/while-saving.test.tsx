import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import FilingPage from '../filing/page.tsx'
import { appendFiles, pendingUpload, setDescription, setOneReceipt } from '../pending/store.ts'
import { receiptOf, travel } from '../testing/receipts.ts'
import { docket, photo, startFresh, uploadedFile } from '../testing/uploads.ts'
import UploadPage from './page.tsx'

const saved = vi.fn<(body: object) => void>()

/** The upload's screens, with a way back from the categories. */
function Screens() {
  const [isBack, setIsBack] = useState(false)
  if (isBack) return <UploadPage />
  return (
    <>
      <FilingPage />
      <button type="button" onClick={() => setIsBack(true)}>
        Back
      </button>
    </>
  )
}

test('a file added while an upload is saved belongs to the next one, and nothing is typed that would be lost', async () => {
  const { promise, resolve } = Promise.withResolvers<Receipt>()
  startFresh(
    fake(categoryEndpoints.list, () => ({ docs: [travel], totalPages: 1, page: 1, totalDocs: 1 })),
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body)
      return promise
    }),
  )
  appendFiles('custom-upload', [uploadedFile(docket)])
  setOneReceipt(true)
  setDescription('custom-upload', 'Lunch')
  const { user } = renderScreen(<Screens />, { path: '/custom-upload' })
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${travel.name}`) }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ description: 'Lunch' })))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.upload(await screen.findByLabelText('Receipt files'), photo)
  const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
  await user.type(description(), ' with Kim')
  expect(description().value).toBe('Lunch')
  resolve(receiptOf())
  const next = { description: '', isOneReceipt: false, files: [{ name: photo.name }] }
  await waitFor(() => expect(pendingUpload()).toMatchObject(next))
  await waitFor(() => expect(description().readOnly).toBe(false))
})
