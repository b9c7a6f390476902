import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { exactTime } from '#platform/format/dates.ts'
import FilingPage from '../filing/page.tsx'
import { setDescription, appendFiles } from '../pending/store.ts'
import type { Origin, PendingFile } from '../pending/upload.ts'
import PreviewPage from './page.tsx'
import { receiptOf } from '../testing/receipts.ts'
import { addFiles } from '../pending/transfers.ts'
import { docket, draftFor, photo, startFresh, uploadedFile } from '../testing/uploads.ts'

function open(origin: Origin, ...files: PendingFile[]) {
  startFresh()
  appendFiles(origin, files)
  setDescription(origin, 'Lunch with Kim')
  return renderScreen(<PreviewPage />, { path: '/preview' })
}
const otherScreen = () => screen.findByLabelText('Elsewhere')

test('a photo is shown with its description, size and upload time', async () => {
  open('capture', uploadedFile(photo))
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
  expect(screen.getByText('Lunch with Kim')).toBeTruthy()
  expect(screen.getByText('431 KB | 1200 x 1600')).toBeTruthy()
  expect(screen.getByText(exactTime('2026-03-03T05:05:00.000Z'))).toBeTruthy()
})

test('a PDF is embedded', async () => {
  open('custom-upload', uploadedFile(docket))
  expect((await screen.findByTitle('docket.pdf')).getAttribute('src')).toMatch(/^blob:/)
})

test('a Word document says it has no preview', async () => {
  const word = new File(['x'], 'letter.docx', { type: 'application/msword' })
  const file = uploadedFile(word)
  open('custom-upload', { ...file, draft: { ...draftFor(word), preview: 'none' } })
  expect(await screen.findByText('Preview not available for DOCX files')).toBeTruthy()
})

test('a PDF with a password says it is locked', async () => {
  open('custom-upload', { ...uploadedFile(docket), draft: { ...draftFor(docket), preview: 'locked' } })
  expect(await screen.findByText(receiptRefusals.lockedPreview.message)).toBeTruthy()
})

test.each([
  ['discards the only photo', 'capture', ['f1'], '/capture?reload=true'],
  ['keeps the pages of a receipt', 'capture', ['f1', 'f2'], '/capture'],
  ['returns to the files', 'custom-upload', ['f1'], '/custom-upload'],
] as const)('Retake %s', async (_, origin, ids, address) => {
  const { user } = open(origin, ...ids.map((id) => ({ ...uploadedFile(photo), id })))
  await user.click(await screen.findByRole('link', { name: 'Retake' }))
  expect((await otherScreen()).textContent).toBe(address)
})

test('Save to Category leads to the categories', async () => {
  const { user } = open('capture', uploadedFile(photo))
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  expect((await otherScreen()).textContent).toBe('/category')
  expect(await screen.findByText(/Add to category now to save file/)).toBeTruthy()
})

test('Save to Category waits for the upload to finish', async () => {
  let finishUpload: () => void = () => undefined
  startFresh(
    fake(
      receiptEndpoints.uploadFile,
      ({ body }) => new Promise((resolve) => (finishUpload = () => resolve(draftFor(body)))),
    ),
  )
  addFiles('capture', [photo])
  setDescription('capture', 'Lunch')
  const { user } = renderScreen(<PreviewPage />, { path: '/preview' })
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  expect(await screen.findByRole('button', { name: 'Uploading…' })).toBeTruthy()
  finishUpload()
  expect((await otherScreen()).textContent).toBe('/category')
})

test('after a reload the preview comes from the server', async () => {
  const { file: _, ...reloaded } = uploadedFile(photo)
  startFresh(fake(receiptEndpoints.draftPreview, () => new Blob(['picture'])))
  appendFiles('capture', [reloaded])
  setDescription('capture', 'Lunch')
  renderScreen(<PreviewPage />, { path: '/preview' })
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
})

test('going back while the receipt is being saved leads to its category', async () => {
  const travel = '01a1f98c-b7c0-73be-90be-d80dc65f7002'
  let finishSave: () => void = () => undefined
  startFresh(
    fake(categoryEndpoints.list, () => ({
      docs: [{ _id: travel, name: 'Travel expenses' }],
      totalPages: 1,
      page: 1,
      totalDocs: 1,
    })),
    fake(
      receiptEndpoints.save,
      ({ body }) =>
        new Promise((resolve) => (finishSave = () => resolve(receiptOf({ category: body.category })))),
    ),
  )
  appendFiles('capture', [uploadedFile(photo)])
  setDescription('capture', 'Lunch')
  const { user, router } = renderScreen(<BothSteps />, { path: '/:step', at: '/preview' })
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  await user.click(await screen.findByRole('button', { name: /Travel/ }))
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('heading', { name: 'Preview' })).toBeTruthy()
  act(finishSave)
  expect((await otherScreen()).textContent).toBe(`/categories/${travel}`)
  expect(await screen.findByText('Upload saved successfully!')).toBeTruthy()
  expect(screen.queryByText('Image and description are missing!')).toBeNull()
})

function BothSteps() {
  return useParams().step === 'preview' ? <PreviewPage /> : <FilingPage />
}

test('without a description it leads to the dashboard', async () => {
  startFresh()
  appendFiles('capture', [uploadedFile(photo)])
  renderScreen(<PreviewPage />, { path: '/preview' })
  expect((await otherScreen()).textContent).toBe('/dashboard')
  await waitFor(() => expect(screen.getByText('Image and description are missing!')).toBeTruthy())
})
