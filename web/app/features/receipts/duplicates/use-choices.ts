import { receiptTitle } from '@docketbox/contract/receipts/naming'
import { mergedText } from '@docketbox/contract/receipts/drafts/merged-texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mutation } from '#platform/api/query.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { offerUndo, toastError } from '#ui/feedback/toast.ts'
import { forgetFiled, listEntered } from '../outgoing/list.ts'
import { overtakenIn, type TypedSince } from '../pending/row-sync.ts'
import { draftParams } from '../queries.ts'
import {
  draftByUri,
  draftReads,
  fileDraftsMutation,
  isDraftGone,
  keepMutation,
  saveEdit,
  unfileMutation,
} from '../to-file/queries.ts'
import { receiptFrom } from '../to-file/row/row-values.ts'
import type { Compared } from './compared.ts'

const mergeMutation = mutation(receiptEndpoints.mergeDuplicate, { invalidates: draftReads })
const undoMergeMutation = mutation(receiptEndpoints.undoMerge, { invalidates: draftReads })

/** The choices about a duplicate. Each one's toast offers Undo. */
export function useChoices(item: Compared, original: Compared | undefined) {
  const client = useQueryClient()
  const keep = useMutation(keepMutation)
  const merge = useMutation(mergeMutation)
  const undoMerge = useMutation(undoMergeMutation)
  // To file doesn't hide what's filed here.
  const file = useMutation({ ...fileDraftsMutation, meta: { invalidates: draftReads } })
  const unfile = useMutation(unfileMutation)
  const { source } = item
  const { draft, unsaved } = 'draft' in source ? source : {}

  const setKept = async (isKept: boolean) => {
    await keep.mutateAsync({ body: { ...idOf(item), isKept } })
    // A draft that has been read isn't polled any more.
    if (draft) await client.prefetchQuery({ ...draftByUri(draft.uri), staleTime: 0 })
  }
  const attempt = (work: () => Promise<void>, onDone: () => void) =>
    void work().then(onDone).catch(toastError)

  return {
    keepBoth: (onDone: () => void) =>
      attempt(async () => {
        await setKept(true)
        offerUndo('We’ll keep both.', () => setKept(false), 'Marked as a possible duplicate again.')
      }, onDone),
    /** @param category for two uploads, which become a receipt there. */
    merge: (category: string, onDone: () => void) =>
      attempt(async () => {
        if (!original) return
        // It fills in what the receipt doesn't say, and is still there after Undo.
        const saved = draft && (await saveUnsaved(draft, unsaved))
        if (draft && 'draft' in original.source) {
          const latest = ({ uri }: Draft) => client.fetchQuery({ ...draftByUri(uri), staleTime: 0 })
          const uploads = [
            await latest(original.source.draft),
            saved?.edit ? { ...draft, ...saved } : await latest(draft),
          ]
          const receipt = { ...receiptOf(uploads), category }
          const { docs } = await file.mutateAsync({ receipts: [receipt], key: crypto.randomUUID() })
          const body = { receipts: docs.map(({ _id }) => _id) }
          offerUndo('Filed as one receipt.', () => unfile.mutateAsync({ body }), 'Both are back in To file.')
          forgetFiled(uploads.map(({ uri }) => uri))
        } else if ('receipt' in original.source) {
          const into = original.source.receipt._id
          const { receipt, undo } = await merge.mutateAsync({ body: { into, ...idOf(item) } })
          const params = { mergeId: undo }
          offerUndo(
            `Merged into ${receiptTitle(receipt)}.`,
            () => undoMerge.mutateAsync({ params }),
            'They’re separate again.',
          )
          if (draft) forgetFiled([draft.uri])
        }
      }, onDone),
    isKeeping: keep.isPending,
    isMerging: merge.isPending || file.isPending,
  }
}

/** @returns what the server has then. What another device had changed first is kept, and what was typed here is listed. */
async function saveUnsaved({ uri }: Draft, unsaved?: TypedSince): Promise<Pick<Draft, 'edit'>> {
  if (!unsaved || Object.keys(unsaved.change).length === 0) return {}
  try {
    const { edit } = await saveEdit(uri, { ...unsaved.change, known: unsaved.known })
    listEntered(overtakenIn(unsaved, edit), storedUserId(), { isOvertaken: true, isInToFile: false })
    return { edit }
  } catch (error) {
    // It was merged before, or merging reports it.
    if (isDraftGone(error)) return {}
    throw error
  }
}

/** One receipt of uploads; what was typed about an earlier one wins, and all descriptions are kept if they fit. */
function receiptOf(uploads: readonly Draft[]) {
  return uploads
    .map((draft) => receiptFrom(draft, draft.edit ?? {}, { isSeen: false }))
    .reduce((first, next) => ({
      ...first,
      file: [...first.file, ...next.file],
      facts: { ...next.facts, ...first.facts },
      description:
        mergedText('description', first.description ?? '', { added: next.description ?? '' }) ??
        first.description,
    }))
}

function idOf({ source }: Compared): { draft: string } | { receipt: string } {
  return 'draft' in source ? { draft: draftParams(source.draft).draftId } : { receipt: source.receipt._id }
}
