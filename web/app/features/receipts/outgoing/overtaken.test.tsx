import { commonRefusals } from '@docketbox/contract/core/refusal'
import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { appendFiles, pendingUpload, setDescription, setFacts } from '../pending/store.ts'
import { docket, startFresh, uploadedFile } from '../testing/uploads.ts'
import { server, serveDrafts, taxi } from '../testing/waiting-drafts.ts'
import ToFilePage from '../to-file/page.tsx'
import { outgoing } from './list.ts'
import { OutgoingProblems } from './problems.tsx'
import { setAsideUpload } from './set-aside.ts'

const savedEdit = () => server.waiting[0]?.edit
const changeElsewhere = (edit: DraftEdit) => void (server.waiting = [{ ...taxi, edit }])

/** A photo that has arrived, and what was typed about it. */
function describe(description: string) {
  appendFiles('capture', [{ ...uploadedFile(docket), draft: taxi }])
  setDescription('capture', description)
}

/** Opens To file, which saves what was typed with the row, and leaves it again. */
async function visitToFile(saved: DraftEdit) {
  const { unmount } = renderScreen(<ToFilePage />, { path: '/to-file' })
  await waitFor(() => expect(savedEdit()).toEqual(saved))
  unmount()
}

async function setAside() {
  setAsideUpload()
  expect(pendingUpload()).toBeUndefined()
  await waitFor(() => expect(outgoing().filter(({ entered }) => !entered)).toEqual([]))
}

beforeEach(() => {
  startFresh()
  serveDrafts([taxi])
})

test('setting a photo aside doesn’t bring back what another device has corrected since it was saved', async () => {
  describe('To the airport')
  await visitToFile({ description: 'To the airport' })
  changeElsewhere({ description: 'To the harbour' })
  await setAside()
  expect(savedEdit()).toEqual({ description: 'To the harbour' })
  expect(outgoing()).toEqual([])
})

test('setting a photo aside saves only what was typed about it since', async () => {
  describe('To the airport')
  await visitToFile({ description: 'To the airport' })
  changeElsewhere({ description: 'To the harbour', supplier: 'Silver Cabs' })
  setFacts({ totalCents: 2550 })
  await setAside()
  expect(savedEdit()).toEqual({ description: 'To the harbour', supplier: 'Silver Cabs', total: '25.50' })
  expect(outgoing()).toEqual([])
})

test('setting a photo aside saves that its description was cleared', async () => {
  describe('To the airport')
  await visitToFile({ description: 'To the airport' })
  setDescription('capture', '')
  await setAside()
  expect(savedEdit()).toEqual({ description: '' })
})

test('what another device has changed first is kept, and what was typed here is listed', async () => {
  describe('To the airport')
  setFacts({ totalCents: 2550 })
  changeElsewhere({ description: 'To the harbour' })
  await setAside()
  expect(savedEdit()).toEqual({ description: 'To the harbour', total: '25.50' })
  const { user } = renderScreen(<OutgoingProblems />)
  const notice = await screen.findByText(/^You’ve also changed this upload on another device/)
  expect(notice.parentElement!.textContent).toContain('description: To the airport')
  expect(notice.parentElement!.textContent).not.toContain('total')
  expect(screen.getByRole('link', { name: 'Open To file' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('saving again after the response was lost applies, but not over what another device has typed by then', async () => {
  for (const [since, expected] of [
    [{}, 'To the airport'],
    [{ description: 'To the harbour' }, 'To the harbour'],
  ] as const) {
    let isLost = true
    serveDrafts(
      [taxi],
      fake(receiptEndpoints.editDraft, ({ body: { known = {}, ...input } }) => {
        const { edit: stored = {} } = server.waiting[0]!
        const edit = { ...stored, ...splitInput(stored, input, known).applied }
        server.waiting = [{ ...taxi, edit: isLost ? { ...edit, ...since } : edit }]
        if (!isLost) return { edit }
        isLost = false
        return refuse(commonRefusals.unavailable)
      }),
    )
    describe('To the airport')
    setAsideUpload()
    await waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(outgoing().filter(({ entered }) => !entered)).toEqual([])
    })
    expect(isLost).toBe(false)
    expect(savedEdit()).toEqual({ description: expected })
  }
  expect(outgoing().map(({ entered }) => entered)).toEqual([{ description: 'To the airport' }])
})
