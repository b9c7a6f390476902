import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { fake } from '#testing/fake-api.tsx'
import { renderScreen } from '#testing/render.tsx'
import { exactTime } from '#platform/format/dates.ts'
import CategoryChoicePage from '../filing/page.tsx'
import { describe as describeUpload, type Origin, type PendingFile, putFiles } from '../pending/store.ts'
import PreviewPage from './page.tsx'
import { receiptOf } from '../testing/receipts.ts'
import { addFiles } from '../pending/transfers.ts'
import { beginFresh, docket, draftOf, photo } from '../testing/uploads.ts'

const arrived = (file: File): PendingFile => ({
  id: 'f1',
  name: file.name,
  type: file.type,
  sizeBytes: file.size,
  sentBytes: file.size,
  state: 'arrived',
  draft: draftOf(file),
  file,
})

function open(origin: Origin, ...files: PendingFile[]) {
  beginFresh()
  putFiles(origin, files)
  describeUpload(origin, 'Lunch with Kim')
  return renderScreen(<PreviewPage />, { path: '/preview' })
}
const elsewhere = () => screen.findByLabelText('Elsewhere')

test('a picture is shown with its description, its size and when it was uploaded', async () => {
  open('capture', arrived(photo))
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
  expect(screen.getByText('Lunch with Kim')).toBeTruthy()
  expect(screen.getByText('431 KB | 1200 x 1600')).toBeTruthy()
  expect(screen.getByText(exactTime('2026-03-03T05:05:00.000Z'))).toBeTruthy()
})

test('a PDF is embedded', async () => {
  open('custom-upload', arrived(docket))
  expect((await screen.findByTitle('docket.pdf')).getAttribute('src')).toMatch(/^blob:/)
})

test('a Word document has no preview, and says so', async () => {
  const word = new File(['x'], 'letter.docx', { type: 'application/msword' })
  const file = arrived(word)
  open('custom-upload', { ...file, draft: { ...draftOf(word), preview: 'none' } })
  expect(await screen.findByText('Preview not available for DOCX files')).toBeTruthy()
})

test('a locked PDF says that it is locked', async () => {
  open('custom-upload', { ...arrived(docket), draft: { ...draftOf(docket), preview: 'locked' } })
  expect(await screen.findByText(/locked with a password/)).toBeTruthy()
})

test.each([
  ['capture', '/capture?reload=true'],
  ['custom-upload', '/custom-upload'],
] as const)('Retake goes back to where it came from: %s', async (origin, address) => {
  const { user } = open(origin, arrived(photo))
  await user.click(await screen.findByRole('link', { name: 'Retake' }))
  expect((await elsewhere()).textContent).toBe(address)
})

test('Save to Category leads to the categories', async () => {
  const { user } = open('capture', arrived(photo))
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  expect((await elsewhere()).textContent).toBe('/category')
  expect(await screen.findByText(/Add to category now to save file/)).toBeTruthy()
})

test('Save to Category waits for a file that is still on its way', async () => {
  let arrive: () => void = () => undefined
  beginFresh(
    fake(
      receiptEndpoints.uploadFile,
      ({ body }) => new Promise((resolve) => (arrive = () => resolve(draftOf(body)))),
    ),
  )
  addFiles('capture', [photo])
  describeUpload('capture', 'Lunch')
  const { user } = renderScreen(<PreviewPage />, { path: '/preview' })
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  expect(await screen.findByRole('button', { name: 'Uploading…' })).toBeTruthy()
  arrive()
  expect((await elsewhere()).textContent).toBe('/category')
})

test('after a reload the picture comes from the server', async () => {
  const { file: _, ...reloaded } = arrived(photo)
  beginFresh(fake(receiptEndpoints.draftPreview, () => new Blob(['picture'])))
  putFiles('capture', [reloaded])
  describeUpload('capture', 'Lunch')
  renderScreen(<PreviewPage />, { path: '/preview' })
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
})

test('whoever comes back while a category is being saved is led there, not told that something is missing', async () => {
  const travel = '01a1f98c-b7c0-73be-90be-d80dc65f7002'
  let answer: () => void = () => undefined
  beginFresh(
    fake(categoryEndpoints.list, () => ({
      docs: [{ _id: travel, name: 'Travel expenses' }],
      totalPages: 1,
      page: 1,
      totalDocs: 1,
    })),
    fake(
      receiptEndpoints.save,
      ({ body }) =>
        new Promise((resolve) => (answer = () => resolve(receiptOf({ category: body.category })))),
    ),
  )
  putFiles('capture', [arrived(photo)])
  describeUpload('capture', 'Lunch')
  const { user, router } = renderScreen(<BothSteps />, { path: '/:step', at: '/preview' })
  await user.click(await screen.findByRole('button', { name: 'Save to Category' }))
  await user.click(await screen.findByRole('button', { name: /Travel/ }))
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('heading', { name: 'Preview' })).toBeTruthy()
  act(answer)
  expect((await elsewhere()).textContent).toBe(`/categories/${travel}`)
  expect(await screen.findByText('Upload saved successfully!')).toBeTruthy()
  expect(screen.queryByText('Image and description are missing!')).toBeNull()
})

function BothSteps() {
  return useParams().step === 'preview' ? <PreviewPage /> : <CategoryChoicePage />
}

test('with no description or no file it leads to the dashboard', async () => {
  beginFresh()
  putFiles('capture', [arrived(photo)])
  renderScreen(<PreviewPage />, { path: '/preview' })
  expect((await elsewhere()).textContent).toBe('/dashboard')
  await waitFor(() => expect(screen.getByText('Image and description are missing!')).toBeTruthy())
})
