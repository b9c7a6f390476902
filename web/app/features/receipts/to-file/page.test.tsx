import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { draftOf, fieldsOf } from '../testing/drafts.ts'
import { fuel, receiptOf, travel } from '../testing/receipts.ts'
import { clearPending } from '../pending/store.ts'
import ToFilePage from './page.tsx'

const { drafts, fileDrafts, unfile, discardDraft, restoreDraft, keepDuplicate } = receiptEndpoints

const ampol = draftOf(1, {
  reading: {
    state: 'done',
    fields: fieldsOf({ supplier: 'Ampol', totalCents: 5685, documentDate: '2026-03-01' }),
  },
  suggestedCategory: { category: fuel._id, receipts: 12 },
})
const taxi = draftOf(2, {
  reading: {
    state: 'done',
    fields: fieldsOf({ supplier: 'Harbour Taxi', totalCents: 2400 }, ['totalCents']),
  },
  suggestedCategory: { category: travel._id, receipts: 0 },
})
const unread = draftOf(3, { reading: { state: 'failed', fields: null } })

type Filed = {
  category: string
  file: { uri: string }[]
  description?: string | undefined
  facts?: object | undefined
}
let waiting: Draft[]
let filed: Filed[][]

/** A server with these uploads, which it files, discards and restores. */
function serve(initial: Draft[], ...more: Parameters<typeof serveFakes>): void {
  waiting = initial
  filed = []
  let gone: Draft[] = []
  const take = (uris: string[]) => {
    gone = waiting.filter(({ uri }) => uris.includes(uri))
    waiting = waiting.filter(({ uri }) => !uris.includes(uri))
  }
  const giveBack = () => {
    waiting = [...gone, ...waiting]
    return gone
  }
  serveFakes(
    ...more,
    fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
    fake(drafts, () => ({ docs: waiting, totalPages: 1, page: 1, totalDocs: waiting.length })),
    fake(fileDrafts, ({ body }) => {
      filed.push(body.receipts)
      take(body.receipts.flatMap(({ file }) => file.map(({ uri }) => uri)))
      return { docs: body.receipts.map(() => receiptOf()) }
    }),
    fake(unfile, () => ({ drafts: giveBack() })),
    fake(discardDraft, ({ params }) => {
      take([`draft:${params.draftId}`])
      return gone[0]!
    }),
    fake(restoreDraft, () => giveBack()[0]!),
  )
}

const open = () => renderScreen(<ToFilePage />, { path: '/to-file' })
const row = (name: string) => screen.findByRole('row', { name })
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull())

beforeEach(() => {
  signInAs()
  clearPending()
})

test('shows what was read, and says why a category is suggested', async () => {
  serve([ampol, taxi, unread])
  open()
  await row('Ampol')
  expect(screen.getByLabelText<HTMLInputElement>('Total, Ampol').value).toBe('56.85')
  expect(screen.getByLabelText<HTMLInputElement>('Date, Ampol').value).toBe('2026-03-01')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>('Category, Ampol').value).toBe(fuel._id),
  )
  expect(screen.getByText('You filed 12 here before')).toBeTruthy()
  expect(screen.getByLabelText('Total, Harbour Taxi').title).toBe('Please check this value.')
  expect(screen.getByText("Couldn't read it")).toBeTruthy()
})

test('files a row with its corrections, and takes it back on Undo', async () => {
  serve([ampol, taxi])
  const { user } = open()
  await row('Harbour Taxi')
  await user.clear(screen.getByLabelText('Total, Harbour Taxi'))
  await user.type(screen.getByLabelText('Total, Harbour Taxi'), '$24.50')
  await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
  await user.click(screen.getByRole('button', { name: 'File Harbour Taxi' }))
  await isGone('Harbour Taxi')
  expect(filed[0]).toMatchObject([
    {
      category: travel._id,
      file: [{ uri: taxi.uri }],
      description: 'To the airport',
      facts: { supplier: 'Harbour Taxi', totalCents: 2450 },
    },
  ])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await row('Harbour Taxi')
  expect(screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value).toBe('$24.50')
})

test('says what’s missing instead of filing', async () => {
  serve([unread])
  const { user } = open()
  await row('docket-3.pdf')
  await user.type(screen.getByLabelText('Total, docket-3.pdf'), 'abc')
  await user.click(screen.getByRole('button', { name: 'File docket-3.pdf' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Enter an amount, such as 12.50. Choose a category.',
  )
  expect(filed).toEqual([])
})

test('is controlled by the keyboard', async () => {
  serve([ampol, taxi, unread])
  const { user } = open()
  const first = await row('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(await row('docket-3.pdf'))
  await user.keyboard('{ArrowUp}{ArrowUp}2{Enter}')
  await isGone('Ampol')
  expect(filed[0]?.[0]?.category).toBe(travel._id)
  expect(document.activeElement).toBe(await row('Harbour Taxi'))
  await user.keyboard('{Delete}')
  await isGone('Harbour Taxi')
  expect(document.activeElement).toBe(await row('docket-3.pdf'))
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!)
  await row('Harbour Taxi')
})

test('Enter in a field files its row, Escape returns to it', async () => {
  serve([ampol, taxi])
  const { user } = open()
  await row('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  await user.click(screen.getByLabelText('Supplier, Ampol'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(await row('Ampol'))
  await user.type(screen.getByLabelText('Supplier, Ampol'), ' Dubbo{Enter}')
  await isGone('Ampol Dubbo')
  expect(filed[0]).toMatchObject([{ facts: { supplier: 'Ampol Dubbo', totalCents: 5685 } }])
})

test('accepts all that are sure in one request, without confirming what nobody looked at', async () => {
  const second = { ...ampol, uri: draftOf(4).uri }
  const copy = {
    ...ampol,
    uri: draftOf(5).uri,
    duplicateOf: { reason: 'file' as const, draft: ampol.uri, receipt: null },
  }
  serve([ampol, second, copy, taxi, unread])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Accept all 2 that are sure' }))
  await screen.findByText('2 receipts filed.')
  expect(filed).toHaveLength(1)
  expect(filed[0]).toMatchObject([{ file: [{ uri: ampol.uri }], facts: {} }, { file: [{ uri: second.uri }] }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Accept all 2 that are sure' })
})

test('a row that can’t be filed comes back with the reason', async () => {
  serve(
    [ampol],
    fake(fileDrafts, () => refuse(receiptRefusals.draftTaken)),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'File Ampol' }))
  expect(await screen.findByText(receiptRefusals.draftTaken.message)).toBeTruthy()
  await row('Ampol')
})

test('a duplicate is compared with the other one, and kept', async () => {
  const copy = {
    ...taxi,
    duplicateOf: { reason: 'details' as const, draft: ampol.uri, receipt: null },
  }
  const kept: object[] = []
  serve(
    [copy],
    fake(receiptEndpoints.draft, () => ampol),
    fake(keepDuplicate, ({ body }) => {
      kept.push(body)
      waiting = [taxi]
      return { isKept: true as const }
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Possible duplicate' }))
  await screen.findByText('The same supplier, date and total as another upload.')
  await screen.findByText('$56.85')
  await user.click(screen.getByRole('button', { name: 'Keep both' }))
  await waitFor(() => expect(screen.queryByText('Possible duplicate')).toBeNull())
  expect(kept).toEqual([{ draft: taxi.uri.replace('draft:', '') }])
})

test('says when there’s nothing to file, and when that can’t be loaded', async () => {
  serve([])
  const { unmount } = open()
  await screen.findByText('Nothing to file')
  unmount()
  serveNothing()
  open()
  expect(await screen.findByText("We couldn't load your uploads.", {}, { timeout: 10_000 })).toBeTruthy()
})
