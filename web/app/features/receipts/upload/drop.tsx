import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { acceptedExtensions, limitsHint, sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { addFiles } from '../pending/transfers.ts'

/** Takes dropped, picked or pasted files and uploads them straight away. */
export function UploadDrop() {
  const { id, error } = useFormField('files')
  const { data: rules } = useQuery(uploadRules)
  return (
    <FileDrop
      id={id}
      label="Receipt files"
      hint={limitsHint(rules)}
      accept={acceptedExtensions(rules)}
      multiple
      error={error}
      onFiles={(files, refused) => {
        const isFine = (file: File) => sizeProblem(file, rules) === undefined
        if (files.some(isFine)) addFiles('custom-upload', files.filter(isFine))
        for (const file of files) {
          if (!isFine(file)) addFiles('custom-upload', [file], { problem: sizeProblem(file, rules) })
        }
        for (const { file } of refused)
          addFiles('custom-upload', [file], { problem: receiptRefusals.wrongType.message })
      }}
    />
  )
}
