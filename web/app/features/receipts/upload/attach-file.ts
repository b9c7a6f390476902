import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { receiptReads } from '../mutations.ts'
import { acceptedExtensions, limitsHint, sizeProblem } from '../pending/limits.ts'
import { uploadDraft, uploadRules } from '../pending/queries.ts'
import { draftParams } from '../queries.ts'

type AttachedFile = {
  file: File
  /** Stays the same when it's tried again, so that nothing is saved twice. */
  key: string
  /** Cancels the upload, not what follows. */
  signal?: AbortSignal
  onUploaded?: () => void
} & ({ receipt: string } | { category: string; documentDate: string })

/** Uploads a file and adds it to a receipt, or saves it as a new receipt. One that's too large is refused as the server would. */
export function useAttachFile() {
  const { data: rules } = useQuery(uploadRules)
  const { mutateAsync } = useMutation({
    mutationFn: async ({ file, key, signal, onUploaded, ...target }: AttachedFile): Promise<string> => {
      const problem = sizeProblem(file, rules)
      const { code, status } = receiptRefusals.fileTooLarge
      if (problem) throw new ApiError(code, problem, status)
      const draft = await uploadDraft(file, key, { signal })
      onUploaded?.()
      if ('receipt' in target) {
        const { draftId } = draftParams(draft)
        await call(receiptEndpoints.mergeDuplicate, { body: { into: target.receipt, draft: draftId } })
        return target.receipt
      }
      const { category, documentDate } = target
      const receipt = await call(
        receiptEndpoints.save,
        { body: { category, file: [{ uri: draft.uri, title: file.name }], facts: { documentDate } } },
        { headers: { 'Idempotency-Key': key } },
      )
      return receipt._id
    },
    meta: { invalidates: receiptReads },
  })
  return { attachFile: mutateAsync, accept: acceptedExtensions(rules), hint: limitsHint(rules) }
}
