import { fileTypes } from '@docketbox/contract/receipts/file-types'
import type { Draft, ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isAbort, type Progress } from '#platform/api/client.ts'
import { ApiError, isUnanswered } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { DownloadProgress } from '#ui/data/download.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useEditFile } from '../mutations.ts'
import { sizeProblem } from '../pending/limits.ts'
import { discardDraft, uploadDraft, uploadRules } from '../pending/queries.ts'

type ReplaceFileProps = {
  receiptId: string
  file: ReceiptFile
  onProblem: (problem: string | undefined) => void
  onReplacing: (isReplacing: boolean) => void
}

/** Phones offer their camera for `image/*` only. */
const ACCEPTED = [
  'image/*',
  ...fileTypes.flatMap(({ isImage, type, extensions }) =>
    isImage ? [] : [type, ...extensions.map((extension) => `.${extension}`)],
  ),
].join()

/** Chosen, but not the file's new version yet. */
type Attempt = { replacement: File; key: string; draft?: Draft }

/** Uploads a new version of a file; closing it stops the upload. */
export function ReplaceFile({ receiptId, file, onProblem, onReplacing }: ReplaceFileProps) {
  const edit = useEditFile()
  const headingId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [transfer, setTransfer] = useState<Progress & { name: string }>()
  const control = useRef<AbortController>(null)
  const { data: rules } = useQuery(uploadRules)
  const isReplacing = transfer !== undefined || edit.isPending
  useEffect(() => onReplacing(isReplacing), [isReplacing, onReplacing])
  const attempt = useRef<Attempt>(null)
  /** Otherwise it would wait in To file. */
  const discardAttempt = () => {
    const { draft } = attempt.current ?? {}
    if (draft) discardDraft(draft)
    attempt.current = null
  }
  const handleClose = useEffectEvent(() => {
    control.current?.abort()
    discardAttempt()
  })
  useEffect(() => () => handleClose(), [])

  async function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const replacement = target.files?.[0]
    target.value = ''
    if (!replacement) return
    const { name } = replacement
    const problem = sizeProblem(replacement, rules)
    onProblem(problem)
    if (problem) return
    if (!attempt.current || !isSame(attempt.current.replacement, replacement)) {
      discardAttempt()
      attempt.current = { replacement, key: crypto.randomUUID() }
    }
    const current = attempt.current
    const { signal } = (control.current = new AbortController())
    setTransfer({ name, sentBytes: 0, totalBytes: replacement.size })
    try {
      current.draft ??= await uploadDraft(replacement, current.key, {
        signal,
        onProgress: (progress) => setTransfer({ name, ...progress }),
      })
      setTransfer(undefined)
      const { uri, type, size } = current.draft
      await edit.mutateAsync({
        params: { uploadId: receiptId, fileId: file._id },
        body: { title: name, uri, type, size },
      })
      attempt.current = null
      toast.success(receiptTexts.updated)
    } catch (error) {
      if (isAbort(error)) attempt.current = null
      else if (!mayStillSucceed(error)) discardAttempt()
      if (!isAbort(error)) onProblem(editErrorMessage(error))
    } finally {
      setTransfer(undefined)
    }
  }

  return (
    <div className="grid gap-2">
      <p id={headingId} className="text-sm font-semibold">
        Replace the file
      </p>
      <p className="text-sm text-soft">We’ll keep the current file as a previous version.</p>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        className="sr-only"
        aria-label="Replacement file"
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => void handleChange(event)}
      />
      {transfer ? (
        <DownloadProgress label={transfer.name} progress={transfer} onStop={() => control.current?.abort()} />
      ) : (
        <div>
          <Button
            variant="secondary"
            aria-describedby={headingId}
            busy={edit.isPending && 'Saving…'}
            onClick={() => picker.current?.click()}
          >
            Choose a file
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether it's the same file, chosen again. */
function isSame(first: File, second: File): boolean {
  const { name, size, lastModified } = first
  return name === second.name && size === second.size && lastModified === second.lastModified
}

function mayStillSucceed(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isTemporary || isUnanswered(error)
}

export function editErrorMessage(error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? error.message : receiptTexts.notUpdated
}
