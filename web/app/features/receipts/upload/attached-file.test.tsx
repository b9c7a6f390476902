import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { draftParams } from '../queries.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { docket, draftFor, sentKeys, startFresh } from '../testing/uploads.ts'
import { AttachedFile } from './attached-file.tsx'
import { useAttachedFile } from './use-attached-file.ts'

const draft = draftFor(docket)
const { draftId } = draftParams(draft)

function Attach({ file = docket }: { file?: File }) {
  const attached = useAttachedFile({ isSaving: false })
  const [result, setResult] = useState<string | undefined>('')
  return (
    <>
      <button type="button" onClick={() => attached.choose(file)}>
        Choose
      </button>
      <button
        type="button"
        onClick={() =>
          void attached.uploaded().then(
            (sent) => setResult(sent?.uri),
            ({ message }: Error) => setResult(message),
          )
        }
      >
        Send
      </button>
      {attached.file && (
        <AttachedFile
          attached={attached}
          file={attached.file}
          isFixed={false}
          onRemove={() => attached.remove()}
        />
      )}
      <p>{result}</p>
    </>
  )
}

const press = (name: string) => screen.getByRole('button', { name })

test('a file is uploaded once, however often it’s sent with something', async () => {
  startFresh()
  const { user } = renderScreen(<Attach />)
  await user.click(press('Choose'))
  await user.click(press('Send'))
  expect(await screen.findByText(draft.uri)).toBeTruthy()
  await user.click(press('Send'))
  expect(sentKeys).toHaveBeenCalledOnce()
})

test('an upload that failed is sent again under the same key, and can still be removed', async () => {
  const keys: (string | undefined)[] = []
  const onDiscard = vi.fn<(id: string) => void>()
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1 ? refuse(commonRefusals.unexpected) : draft
    }),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      onDiscard(params.draftId)
      return draft
    }),
  )
  const { user } = renderScreen(<Attach />)
  await user.click(press('Choose'))
  expect((await screen.findByRole('alert')).textContent).toBe(commonRefusals.unexpected.message)
  await user.click(press('Send'))
  expect(await screen.findByText(draft.uri)).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  await user.click(press('Remove'))
  await waitFor(() => expect(onDiscard.mock.calls).toEqual([[draftId]]))
})

test('an upload says what was read on the file', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  startFresh(
    fake(receiptEndpoints.uploadFile, (): Draft => ({
      ...draft,
      reading: { state: 'waiting', fields: null },
    })),
    fake(receiptEndpoints.draft, () => promise),
  )
  const { user } = renderScreen(<Attach />)
  await user.click(press('Choose'))
  expect(await screen.findByText('Reading…')).toBeTruthy()
  const fields = fieldsOf({ supplier: 'Officeworks', totalCents: 4_590 })
  resolve({ ...draft, reading: { state: 'done', fields } })
  expect(await screen.findByText('Officeworks')).toBeTruthy()
  expect(screen.getByText('docket.pdf · $45.90')).toBeTruthy()
})

test('a file that’s removed doesn’t wait in To file', async () => {
  const onDiscard = vi.fn<(id: string) => void>()
  startFresh(
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      onDiscard(params.draftId)
      return draft
    }),
  )
  const { user } = renderScreen(<Attach />)
  await user.click(press('Choose'))
  await waitFor(() => expect(screen.queryByText('Uploading…')).toBeNull())
  await user.click(press('Remove'))
  await waitFor(() => expect(onDiscard.mock.calls).toEqual([[draftId]]))
  expect(screen.queryByText('docket.pdf')).toBeNull()
})
