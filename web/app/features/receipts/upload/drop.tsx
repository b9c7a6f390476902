import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { type PendingFile, pendingUpload } from '../pending/store.ts'
import { addFiles } from '../pending/transfers.ts'
import { acceptedBy, hintOf, sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'

/** Where files are dropped, picked or pasted. They are sent at once. */
export function UploadDrop() {
  const { id, error } = useFormField('files')
  const { data: rules } = useQuery(uploadRules)

  const takeIn = (file: File) => {
    const isFull = rules && usable(pendingUpload()?.files).length >= rules.maxFiles
    const problem = isFull ? `At most ${rules.maxFiles} files in one receipt.` : sizeProblem(file, rules)
    addFiles('custom-upload', [file], problem)
  }
  return (
    <FileDrop
      id={id}
      label="Files of the receipt"
      hint={hintOf(rules)}
      accept={acceptedBy(rules)}
      multiple
      error={error}
      onFiles={(files, refused) => {
        for (const file of files) takeIn(file)
        for (const { file } of refused) addFiles('custom-upload', [file], receiptRefusals.wrongType.message)
      }}
    />
  )
}

/** The files that can still become part of the receipt. */
export function usable(files: readonly PendingFile[] = []): PendingFile[] {
  return files.filter(({ state }) => state !== 'refused')
}
