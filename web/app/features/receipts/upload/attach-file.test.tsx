import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { docket, draftFor, sentKeys, startFresh } from '../testing/uploads.ts'
import { useAttachFile } from './attach-file.ts'

const KEY = 'one-key-for-all-attempts'
const receipt = receiptOf()
const onMerge = vi.fn<(body: object) => void>()
const onSave = vi.fn<(body: object, key: string | undefined) => void>()

beforeEach(() => {
  onMerge.mockReset()
  onSave.mockReset()
  startFresh(
    fake(receiptEndpoints.mergeDuplicate, ({ body }) => {
      onMerge(body)
      return { receipt, undo: receipt._id }
    }),
    fake(receiptEndpoints.save, ({ body, headers }) => {
      onSave(body, headers['Idempotency-Key'])
      return receipt
    }),
  )
})

type Target = { receipt: string } | { category: string; documentDate: string }

function Attach({ target, file = docket }: { target: Target; file?: File }) {
  const { attachFile } = useAttachFile()
  const [result, setResult] = useState('')
  const attach = () => attachFile({ file, key: KEY, ...target })
  return (
    <>
      <button
        type="button"
        onClick={() => void attach().then(setResult, ({ message }: Error) => setResult(message))}
      >
        Attach
      </button>
      <output>{result}</output>
    </>
  )
}

test('a file joins a receipt, and a second attempt uploads it under the same key', async () => {
  const { user } = renderScreen(<Attach target={{ receipt: receipt._id }} />)
  await user.click(screen.getByRole('button', { name: 'Attach' }))
  expect(await screen.findByText(receipt._id)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Attach' }))
  await waitFor(() => expect(onMerge).toHaveBeenCalledTimes(2))
  const draft = draftFor(docket).uri.replace('draft:', '')
  expect(onMerge).toHaveBeenCalledWith({ into: receipt._id, draft })
  expect(sentKeys.mock.calls).toEqual([
    [KEY, 'docket.pdf'],
    [KEY, 'docket.pdf'],
  ])
})

test('a file becomes a separate receipt with its date', async () => {
  const { user } = renderScreen(<Attach target={{ category: fuel._id, documentDate: '2025-08-01' }} />)
  await user.click(screen.getByRole('button', { name: 'Attach' }))
  expect(await screen.findByText(receipt._id)).toBeTruthy()
  const filed = { category: fuel._id, facts: { documentDate: '2025-08-01' } }
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining(filed), KEY)
})
