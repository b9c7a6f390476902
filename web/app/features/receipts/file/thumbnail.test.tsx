import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { draftOf } from '../testing/drafts.ts'
import { fileOf } from '../testing/receipts.ts'
import { DraftImage } from '../to-file/row/draft-image.tsx'
import { Thumbnail } from './thumbnail.tsx'

const loaded = vi.fn<(id: string) => void>()

beforeEach(() => {
  signInAs()
  loaded.mockReset()
  serveFakes(
    fake(receiptEndpoints.preview, ({ query }) => {
      loaded(query.id)
      return new Blob(['picture'])
    }),
    fake(receiptEndpoints.draftPreview, ({ params }) => {
      loaded(params.draftId)
      return new Blob(['picture'])
    }),
  )
})

/** Nothing is in view. @returns what brings the rows at these positions into view. */
function scrollLater() {
  const observers: ((entries: { isIntersecting: boolean }[]) => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (typeof observers)[number]) {
        observers.push(onChange)
      }
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return (row: number) => act(() => observers[row]!([{ isIntersecting: true }]))
}

const photo = fileOf({ preview: 'image' })
const [first, second] = [draftOf(1, { preview: 'image' }), draftOf(2, { preview: 'image' })]
const idOf = ({ uri }: { uri: string }) => uri.replace('draft:', '')
const ignore = () => undefined

test.each([
  {
    name: 'receipts',
    rows: [first, second].map((draft) => <Thumbnail key={draft.uri} receiptId={idOf(draft)} file={photo} />),
  },
  {
    name: 'uploads',
    rows: [first, second].map((draft) => <DraftImage key={draft.uri} draft={draft} onSplit={ignore} />),
  },
])('pictures of $name are loaded when their rows come into view', async ({ rows }) => {
  const showRow = scrollLater()
  const { container } = renderScreen(<>{rows}</>)
  showRow(1)
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1))
  expect(loaded.mock.calls).toEqual([[idOf(second)]])
  showRow(0)
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(2))
})
