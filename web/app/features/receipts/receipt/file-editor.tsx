import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { isAbort, type Progress, send } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/forms/button.tsx'
import { Input } from '#ui/fields/input.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { DownloadProgress } from '#ui/feedback/download.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useEditFile } from '../mutations.ts'
import { sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'

type FileEditorProps = { receiptId: string; file: ReceiptFile }

/** Renames the file, or puts another in its place; the old one stays as an earlier version. */
export function FileEditor({ receiptId, file }: FileEditorProps) {
  const edit = useEditFile()
  const [title, setTitle] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const titleId = useId()
  const isEditing = title !== undefined

  function save() {
    const trimmed = title?.trim() ?? ''
    if (trimmed === '') return setProblem('A title is required.')
    edit.mutate(
      { id: receiptId, fileId: file._id, title: trimmed },
      {
        onSuccess: () => {
          toast.success(receiptTexts.updated)
          setTitle(undefined)
        },
        onError: (error) => setProblem(sentence(error)),
      },
    )
  }

  return (
    <div className="grid gap-5">
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <label htmlFor={titleId} className="text-sm font-semibold">
          Title
        </label>
        <Input
          id={titleId}
          value={title ?? file.title}
          readOnly={!isEditing}
          maxLength={300}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => {
            setTitle(event.target.value)
            setProblem(undefined)
          }}
        />
        {/* Keys of their own: a button that turned into a submit button while it is pressed would submit at once. */}
        {isEditing ? (
          <div key="editing" className="flex gap-2">
            <Button type="submit" size="small" busy={edit.isPending && 'Saving…'}>
              Save title
            </Button>
            <Button size="small" variant="quiet" onClick={() => setTitle(undefined)}>
              Cancel
            </Button>
          </div>
        ) : (
          <div key="reading">
            <Button
              size="small"
              variant="secondary"
              icon={<Pencil className="size-4" />}
              onClick={() => setTitle(file.title)}
            >
              Edit
            </Button>
          </div>
        )}
      </form>
      <Replace receiptId={receiptId} file={file} onProblem={setProblem} />
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
    </div>
  )
}

function Replace({
  receiptId,
  file,
  onProblem,
}: FileEditorProps & { onProblem: (problem?: string) => void }) {
  const edit = useEditFile()
  const picker = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Progress & { name: string }>()
  const transfer = useRef<AbortController>(null)
  const { data: rules } = useQuery(uploadRules)

  async function replace({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    target.value = ''
    if (!chosen) return
    const tooLarge = sizeProblem(chosen, rules)
    onProblem(tooLarge)
    if (tooLarge) return
    const { signal } = (transfer.current = new AbortController())
    setSending({ name: chosen.name, sentBytes: 0, totalBytes: chosen.size })
    try {
      const { uri } = await send(
        receiptEndpoints.uploadFile,
        { body: chosen },
        {
          signal,
          headers: { 'idempotency-key': crypto.randomUUID() },
          onProgress: (progress) => setSending({ name: chosen.name, ...progress }),
        },
      )
      await edit.mutateAsync({ id: receiptId, fileId: file._id, uri, title: chosen.name })
      toast.success(receiptTexts.updated)
    } catch (thrown) {
      if (!isAbort(thrown)) onProblem(sentence(thrown))
    } finally {
      setSending(undefined)
    }
  }

  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">Replace the file</p>
      <p className="text-sm text-soft">The present file is kept as an earlier version.</p>
      <input
        ref={picker}
        type="file"
        accept="image/*,application/pdf"
        className="sr-only"
        aria-label="Replacement file"
        tabIndex={-1}
        onChange={(event) => void replace(event)}
      />
      {sending ? (
        <DownloadProgress label={sending.name} progress={sending} onStop={() => transfer.current?.abort()} />
      ) : (
        <div>
          <Button size="small" variant="secondary" onClick={() => picker.current?.click()}>
            Choose a file
          </Button>
        </div>
      )}
    </div>
  )
}

function sentence(thrown: unknown): string {
  return thrown instanceof ApiError && thrown.status < 500 ? thrown.message : receiptTexts.notUpdated
}
