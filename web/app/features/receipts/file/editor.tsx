import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { title } from '@docketbox/contract/receipts/facts'
import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Pencil } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { z } from 'zod'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { useEditFile } from '../mutations.ts'
import { editErrorMessage, ReplaceFile } from './replace.tsx'

type FileEditorProps = {
  receiptId: string
  file: ReceiptFile
  /** Starts in edit mode, with the focus in the title. */
  isEditing?: boolean
  onDirtyChange?: (isDirty: boolean) => void
}

export function FileEditor(props: FileEditorProps) {
  const { receiptId, file, isEditing: startsEditing = false, onDirtyChange } = props
  const [isEditing, setIsEditing] = useState(startsEditing)
  const [isTitleDirty, setTitleDirty] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isReplacing, setReplacing] = useState(false)
  const isDirty = isReplacing || (isEditing && isTitleDirty)
  useLayoutEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  return (
    <div className="grid gap-5">
      {isEditing ? (
        <TitleForm
          receiptId={receiptId}
          file={file}
          onDirtyChange={setTitleDirty}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <div className="grid gap-2">
          <Field label="Title">{(control) => <Input {...control} readOnly value={file.title} />}</Field>
          <div>
            <Button
              variant="secondary"
              icon={Pencil}
              iconClassName="size-4"
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          </div>
        </div>
      )}
      <ReplaceFile receiptId={receiptId} file={file} onProblem={setProblem} onReplacing={setReplacing} />
      <ErrorNotice>{problem}</ErrorNotice>
    </div>
  )
}

const titleForm = z.object({ title })

type TitleFormProps = {
  receiptId: string
  file: ReceiptFile
  onDirtyChange: (isDirty: boolean) => void
  onClose: () => void
}

function TitleForm({ receiptId, file, onDirtyChange, onClose }: TitleFormProps) {
  const edit = useEditFile()
  const form = useFormOf(titleForm, { title: file.title })
  const { isDirty } = form.formState
  useLayoutEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])
  useEffect(() => form.setFocus('title'), [form])

  async function handleSubmit({ title }: z.output<typeof titleForm>) {
    const { type, size } = file
    await edit.mutateAsync({
      params: { uploadId: receiptId, fileId: file._id },
      body: { title, type, size },
    })
    toast.success(receiptTexts.updated)
    onClose()
  }

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      sentenceFor={editErrorMessage}
      label="Rename the file"
      about={file._id}
      className="grid gap-2"
    >
      <TextField name="title" label="Title" maxLength={MAX_LENGTH.title} />
      <div className="flex gap-2">
        <SubmitButton busy="Saving…">Save title</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
