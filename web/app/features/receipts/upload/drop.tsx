import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { acceptedExtensions, limitsHint } from '../pending/limits.ts'
import { useFileIntake } from '../pending/use-file-intake.ts'

/** Takes dropped, picked or pasted files and uploads them straight away. */
export function UploadDrop({ hasFiles }: { hasFiles: boolean }) {
  const { id, error } = useFormField('files')
  const { rules, handleFiles } = useFileIntake('custom-upload')
  return (
    <FileDrop
      id={id}
      label="Receipt files"
      hint={limitsHint(rules)}
      accept={acceptedExtensions(rules)}
      takesUnknown
      multiple
      isLow={hasFiles}
      error={error}
      onFiles={handleFiles}
    />
  )
}
