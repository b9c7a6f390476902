import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { draftParams } from '../queries.ts'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { docket, draftFor, sentKeys, startFresh } from '../testing/uploads.ts'
import { AttachedFile } from './attached-file.tsx'
import { useAttachedFile } from './use-attached-file.ts'

const receipt = receiptOf()
const onMerge = vi.fn<(body: object) => void>()
const onFile = vi.fn<(body: object, key: string | undefined) => void>()
const draft = draftFor(docket)
const { draftId } = draftParams(draft)

beforeEach(() => {
  onMerge.mockReset()
  onFile.mockReset()
})

function start(...fakes: Parameters<typeof startFresh>) {
  startFresh(
    ...fakes,
    fake(receiptEndpoints.mergeDuplicate, ({ body }) => {
      onMerge(body)
      return { receipt, undo: receipt._id }
    }),
    fake(receiptEndpoints.fileDrafts, ({ body, headers }) => {
      onFile(body, headers['Idempotency-Key'])
      return { docs: [receipt] }
    }),
  )
}

type Target = { receipt: string } | { category: string; date: string }

function Attach({ target, file = docket }: { target: Target; file?: File }) {
  const attached = useAttachedFile()
  const [result, setResult] = useState<string | undefined>('')
  return (
    <>
      <button type="button" onClick={() => attached.choose(file)}>
        Choose
      </button>
      <button
        type="button"
        onClick={() =>
          void attached.attachTo(target).then(setResult, ({ message }: Error) => setResult(message))
        }
      >
        Attach
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

test('a file joins a receipt, and a second attempt doesn’t upload it again', async () => {
  start()
  const { user } = renderScreen(<Attach target={{ receipt: receipt._id }} />)
  await user.click(press('Choose'))
  await user.click(press('Attach'))
  expect(await screen.findByText(receipt._id)).toBeTruthy()
  await user.click(press('Attach'))
  await waitFor(() => expect(onMerge).toHaveBeenCalledTimes(2))
  expect(onMerge).toHaveBeenCalledWith({ into: receipt._id, draft: draftId })
  expect(sentKeys).toHaveBeenCalledOnce()
})

test('an upload that failed is sent again under the same key', async () => {
  const keys: (string | undefined)[] = []
  start(
    fake(receiptEndpoints.uploadFile, ({ headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1 ? refuse(commonRefusals.unexpected) : draft
    }),
  )
  const { user } = renderScreen(<Attach target={{ receipt: receipt._id }} />)
  await user.click(press('Choose'))
  expect((await screen.findByRole('alert')).textContent).toBe(commonRefusals.unexpected.message)
  await user.click(press('Attach'))
  expect(await screen.findByText(receipt._id)).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a file becomes a separate receipt with its date', async () => {
  start()
  const { user } = renderScreen(<Attach target={{ category: fuel._id, date: '2025-08-01' }} />)
  await user.click(press('Choose'))
  await user.click(press('Attach'))
  expect(await screen.findByText(receipt._id)).toBeTruthy()
  const filed = { category: fuel._id, file: [{ uri: draft.uri }], facts: { documentDate: '2025-08-01' } }
  const key = sentKeys.mock.calls[0]![0]
  expect(onFile).toHaveBeenCalledWith({ receipts: [expect.objectContaining(filed)] }, key)
})

test('it says what was read on the file', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  start(
    fake(receiptEndpoints.uploadFile, (): Draft => ({
      ...draft,
      reading: { state: 'waiting', fields: null },
    })),
    fake(receiptEndpoints.draft, () => promise),
  )
  const { user } = renderScreen(<Attach target={{ receipt: receipt._id }} />)
  await user.click(press('Choose'))
  expect(await screen.findByText('Reading…')).toBeTruthy()
  const fields = fieldsOf({ supplier: 'Officeworks', totalCents: 4_590 })
  resolve({ ...draft, reading: { state: 'done', fields } })
  expect(await screen.findByText('Officeworks')).toBeTruthy()
  expect(screen.getByText('docket.pdf · $45.90')).toBeTruthy()
})

test('a file that’s removed doesn’t wait in To file', async () => {
  const onDiscard = vi.fn<(id: string) => void>()
  start(
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      onDiscard(params.draftId)
      return draft
    }),
  )
  const { user } = renderScreen(<Attach target={{ receipt: receipt._id }} />)
  await user.click(press('Choose'))
  await waitFor(() => expect(screen.queryByText('Uploading…')).toBeNull())
  await user.click(press('Remove'))
  await waitFor(() => expect(onDiscard.mock.calls).toEqual([[draftId]]))
  expect(screen.queryByText('docket.pdf')).toBeNull()
})
