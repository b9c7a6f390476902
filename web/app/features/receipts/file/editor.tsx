import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Pencil } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useEditFile } from '../mutations.ts'
import { editErrorMessage, ReplaceFile } from './replace.tsx'

type FileEditorProps = {
  receiptId: string
  file: ReceiptFile
  /** Starts in edit mode, with the focus in the title. */
  isEditing?: boolean
  onDirtyChange?: (isDirty: boolean) => void
}

/** Renames or replaces a file. */
export function FileEditor(props: FileEditorProps) {
  const { receiptId, file, isEditing: startsEditing = false, onDirtyChange } = props
  const edit = useEditFile()
  const [title, setTitle] = useState(startsEditing ? file.title : undefined)
  const [problem, setProblem] = useState<string>()
  const titleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const isEditing = title !== undefined
  const [isReplacing, setReplacing] = useState(false)
  const isDirty = isReplacing || (isEditing && title !== file.title)
  useLayoutEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])

  useEffect(() => {
    if (startsEditing) input.current?.focus()
  }, [startsEditing])

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = title?.trim() ?? ''
    if (trimmed === '') return setProblem('A title is required.')
    const { type, size } = file
    edit.mutate(
      { params: { uploadId: receiptId, fileId: file._id }, body: { title: trimmed, type, size } },
      {
        onSuccess: () => {
          toast.success(receiptTexts.updated)
          setTitle(undefined)
        },
        onError: (error) => setProblem(editErrorMessage(error)),
      },
    )
  }

  return (
    <div className="grid gap-5">
      <form className="grid gap-2" onSubmit={handleSubmit}>
        <label htmlFor={titleId} className="text-sm font-semibold">
          Title
        </label>
        <Input
          ref={input}
          id={titleId}
          value={title ?? file.title}
          readOnly={!isEditing}
          maxLength={MAX_LENGTH.title}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => {
            setTitle(event.target.value)
            setProblem(undefined)
          }}
        />
        {/* Separate keys: a button that became a submit button while pressed would submit. */}
        {isEditing ? (
          <div key="editing" className="flex gap-2">
            <Button type="submit" busy={edit.isPending && 'Saving…'}>
              Save title
            </Button>
            <Button variant="quiet" onClick={() => setTitle(undefined)}>
              Cancel
            </Button>
          </div>
        ) : (
          <div key="reading">
            <Button
              variant="secondary"
              icon={<Pencil className="size-4" />}
              onClick={() => setTitle(file.title)}
            >
              Edit
            </Button>
          </div>
        )}
      </form>
      <ReplaceFile receiptId={receiptId} file={file} onProblem={setProblem} onReplacing={setReplacing} />
      <ErrorNotice>{problem}</ErrorNotice>
    </div>
  )
}
