import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { Input } from '@docketbox/contract/core/endpoint'
import { typedAmount } from '@docketbox/contract/core/money'
import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { personOn } from '#features/subscriptions/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { draftOf, fieldsOf } from './drafts.ts'
import { fuel, receiptOf, travel } from './receipts.ts'

const { drafts, editDraft, fileDrafts, unfile, discardDraft, restoreDraft, discarded } = receiptEndpoints

export const ampol = draftOf(1, {
  reading: {
    state: 'done',
    fields: fieldsOf({ supplier: 'Ampol', totalCents: 5685, documentDate: '2026-03-01' }),
  },
  suggestedCategory: { category: fuel._id, receipts: 12 },
})
export const taxi = draftOf(2, {
  reading: {
    state: 'done',
    fields: fieldsOf({ supplier: 'Harbour Taxi', totalCents: 2400 }, ['totalCents']),
  },
  suggestedCategory: { category: travel._id, receipts: 0 },
})
export const unread = draftOf(3, { reading: { state: 'failed', fields: null } })

type Filed = Input<typeof fileDrafts>['body']['receipts'][number]
/** The server's data and the calls it got. */
export let server: { waiting: Draft[]; filed: Filed[][] }

/** A server with these uploads, which it files, discards and restores. */
export function serveDrafts(initial: Draft[], ...more: Parameters<typeof serveFakes>): void {
  // Late requests from an earlier screen don't reach this server.
  const own: typeof server = { waiting: initial, filed: [] }
  server = own
  let gone: Draft[] = []
  let canRestore: Draft[] = []
  const take = (uris: string[]) => {
    gone = own.waiting.filter(({ uri }) => uris.includes(uri))
    own.waiting = own.waiting.filter(({ uri }) => !uris.includes(uri))
  }
  const giveBack = () => {
    own.waiting = [...gone, ...own.waiting]
    return gone
  }
  serveFakes(
    ...more,
    fake(authEndpoints.loggedUser, () => personOn('Pro')),
    fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
    fake(drafts, ({ query }) => {
      const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 50)]
      const docs = own.waiting.slice((page - 1) * limit, page * limit)
      const totalDocs = own.waiting.length
      return { docs, totalPages: Math.ceil(totalDocs / limit), page, totalDocs }
    }),
    fake(editDraft, ({ params, body: { known = {}, ...input } }) => {
      const uri = `draft:${params.draftId}`
      const { edit: stored = {} } = own.waiting.find((draft) => draft.uri === uri)!
      const edit = { ...stored, ...splitInput(stored, input, known).applied }
      own.waiting = own.waiting.map((draft) => (draft.uri === uri ? { ...draft, edit } : draft))
      return { edit }
    }),
    fake(fileDrafts, ({ body }) => {
      own.filed.push(body.receipts)
      take(body.receipts.flatMap(({ file }) => file.map(({ uri }) => uri)))
      gone = gone.map((draft) => {
        const receipt = body.receipts.find(({ file }) => file[0]!.uri === draft.uri)
        return receipt ? { ...draft, edit: { ...draft.edit, ...editOf(receipt) } } : draft
      })
      return { docs: body.receipts.map(() => receiptOf()) }
    }),
    fake(unfile, () => ({ drafts: giveBack() })),
    fake(discardDraft, ({ params }) => {
      take([`draft:${params.draftId}`])
      canRestore = gone
      return gone[0]!
    }),
    fake(restoreDraft, () => {
      canRestore = []
      return giveBack()[0]!
    }),
    fake(discarded, () => ({ docs: canRestore })),
  )
}

/** What was typed about a receipt, as the server returns it when filing is undone. */
function editOf({ category, description, facts = {} }: Filed): DraftEdit {
  const { supplier, totalCents, documentDate } = facts
  return {
    ...(supplier !== undefined && { supplier: supplier ?? '' }),
    ...(totalCents !== undefined && { total: typedAmount(totalCents) }),
    ...(documentDate !== undefined && { date: documentDate ?? '' }),
    ...(description && { description }),
    category,
  }
}
