import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { acceptedExtensions, isUsable, limitsHint, sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { pendingUpload } from '../pending/store.ts'
import { addFiles } from '../pending/transfers.ts'

/** Takes dropped, picked or pasted files and uploads them straight away. */
export function UploadDrop() {
  const { id, error } = useFormField('files')
  const { data: rules } = useQuery(uploadRules)

  const addFile = (file: File) => {
    const count = pendingUpload()?.files.filter(isUsable).length ?? 0
    const isFull = rules && count >= rules.maxFiles
    const problem = isFull ? `A receipt can have at most ${rules.maxFiles} files.` : sizeProblem(file, rules)
    addFiles('custom-upload', [file], { problem })
  }
  return (
    <FileDrop
      id={id}
      label="Receipt files"
      hint={limitsHint(rules)}
      accept={acceptedExtensions(rules)}
      multiple
      error={error}
      onFiles={(files, refused) => {
        files.forEach(addFile)
        for (const { file } of refused)
          addFiles('custom-upload', [file], { problem: receiptRefusals.wrongType.message })
      }}
    />
  )
}
