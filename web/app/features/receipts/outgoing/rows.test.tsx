import { commonRefusals } from '@docketbox/contract/core/refusal'
import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { appendFiles, pendingUpload, setDescription, setFacts } from '../pending/store.ts'
import { fuel, travel } from '../testing/receipts.ts'
import { docket, startFresh, uploadedFile } from '../testing/uploads.ts'
import { ampol, server, serveDrafts, taxi } from '../testing/waiting-drafts.ts'
import ToFilePage from '../to-file/page.tsx'
import { failOutgoing, outgoing, sendPending } from './list.ts'
import { OutgoingProblems } from './problems.tsx'
import { setAsideUpload } from './set-aside.ts'

const savedEdit = () => server.waiting[0]?.edit
const changeElsewhere = (edit: DraftEdit) => void (server.waiting = [{ ...taxi, edit }])

/** A photo that has arrived, and what was typed about it. */
function type(description: string, drafts = [taxi]) {
  const files = drafts.map((draft) => ({ ...uploadedFile(docket), id: draft.uri, draft }))
  appendFiles('capture', files)
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
  type('To the airport')
  await visitToFile({ description: 'To the airport' })
  changeElsewhere({ description: 'To the harbour' })
  await setAside()
  expect(savedEdit()).toEqual({ description: 'To the harbour' })
  expect(outgoing()).toEqual([])
})

test('setting a photo aside saves only what was typed about it since', async () => {
  type('To the airport')
  await visitToFile({ description: 'To the airport' })
  changeElsewhere({ description: 'To the harbour', supplier: 'Silver Cabs' })
  setFacts({ totalCents: 2550 })
  await setAside()
  expect(savedEdit()).toEqual({ description: 'To the harbour', supplier: 'Silver Cabs', total: '25.50' })
  expect(outgoing()).toEqual([])
})

test('setting a photo aside saves that its description was cleared', async () => {
  type('To the airport')
  await visitToFile({ description: 'To the airport' })
  setDescription('capture', '')
  await setAside()
  expect(savedEdit()).toEqual({ description: '' })
})

test('what another device has changed first is kept, and what was typed here is listed', async () => {
  type('To the airport')
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
    type('To the airport')
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

describe('a receipt that couldn’t be saved in its category', () => {
  const description = () => screen.findByLabelText<HTMLInputElement>('Description, Harbour Taxi')
  const problem = `wasn’t saved to ${travel.name}. Something went wrong.`

  /** Opens To file after saving has failed. */
  function openToFile(drafts = [taxi], category = travel) {
    type('To the airport', drafts)
    failOutgoing(sendPending(pendingUpload()!, category._id), 'Something went wrong.')
    return renderScreen(<ToFilePage />, { path: '/to-file' })
  }

  test('is filed in To file with what was typed, and then no longer listed as unsaved', async () => {
    const { user } = openToFile()
    expect(await screen.findByText(`To the airport ${problem}`)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'File receipt, Harbour Taxi' }))
    await screen.findByText('Receipt filed.')
    expect(server.filed).toMatchObject([[{ description: 'To the airport' }]])
    await waitFor(() => expect(outgoing()).toEqual([]))
    expect(screen.queryByText(/wasn’t saved/)).toBeNull()
  })

  test('keeps that category in its row, though another one is suggested, until the user chooses another', async () => {
    const { user } = openToFile([taxi], fuel)
    const category = await screen.findByLabelText<HTMLSelectElement>('Category, Harbour Taxi')
    expect(category.value).toBe(fuel._id)
    await user.type(await description(), ' and back')
    expect(category.value).toBe(fuel._id)
    await user.selectOptions(category, travel._id)
    expect(category.value).toBe(travel._id)
    await user.selectOptions(category, fuel._id)
    await user.click(screen.getByRole('button', { name: 'File receipt, Harbour Taxi' }))
    await screen.findByText('Receipt filed.')
    expect(server.filed).toMatchObject([[{ category: fuel._id }]])
  })

  test('keeps its other pages when one is filed, without what was typed about that one', async () => {
    serveDrafts([taxi, ampol])
    const { user } = openToFile([taxi, ampol])
    await screen.findByText(`To the airport ${problem}`)
    await user.click(await screen.findByRole('button', { name: 'File receipt, Harbour Taxi' }))
    await screen.findByText('Receipt filed.')
    expect(await screen.findByText(`A receipt ${problem}`)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Description, Ampol').value).toBe('')
  })

  test('doesn’t bring back older text when it’s opened again', async () => {
    const { user } = openToFile()
    await waitFor(async () => expect((await description()).value).toBe('To the airport'))
    await user.type(await description(), ' and back')
    await waitFor(() => expect(savedEdit()).toMatchObject({ description: 'To the airport and back' }))
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(pendingUpload()).toMatchObject({ description: 'To the airport and back' })
  })

  test('isn’t listed as unsaved once another device has filed it, but what was typed about it is', async () => {
    serveDrafts(
      [taxi],
      fake(receiptEndpoints.editDraft, () => refuse(receiptRefusals.draftTaken)),
    )
    openToFile()
    const notice = await screen.findByText(/^You’ve already filed or discarded this receipt elsewhere/)
    expect(notice.parentElement!.textContent).toContain('description: To the airport')
    expect(screen.queryByText(/wasn’t saved/)).toBeNull()
  })
})
