import { fileTypes } from '@docketbox/contract/file-types'
import type { UploadRules } from '@docketbox/contract/receipt'
import { receiptRefusals } from '@docketbox/contract/receipt-texts'
import { useQuery } from '@tanstack/react-query'
import { FileDrop } from '#ui/file-drop'
import { useFormField } from '#ui/form-id'
import { type PendingFile, pendingUpload } from './pending-upload.ts'
import { addFiles } from './upload-files.ts'
import { uploadRules } from './upload-queries.ts'

/** Where files are dropped, picked or pasted. They are sent at once. */
export function UploadDrop() {
  const { id, error } = useFormField('files')
  const { data: rules } = useQuery(uploadRules)
  return (
    <FileDrop
      id={id}
      label="Files of the receipt"
      hint={hintOf(rules)}
      accept={acceptedBy(rules)}
      multiple
      error={error}
      {...(rules && { maxBytes: rules.maxBytes })}
      onFiles={(files, refused) => {
        const room = Math.max(0, (rules?.maxFiles ?? files.length) - usable(pendingUpload()?.files).length)
        if (files.length > 0) addFiles('custom-upload', files.slice(0, room))
        if (files.length > room) {
          addFiles('custom-upload', files.slice(room), `At most ${rules?.maxFiles} files in one receipt.`)
        }
        for (const { file, errors } of refused) {
          const isTooLarge = errors.some(({ code }) => code === 'file-too-large')
          addFiles('custom-upload', [file], isTooLarge ? tooLarge(rules) : receiptRefusals.wrongType.message)
        }
      }}
    />
  )
}

/** The files that can still become part of the receipt. */
export function usable(files: readonly PendingFile[] = []): PendingFile[] {
  return files.filter(({ state }) => state !== 'refused')
}

const typesOf = (rules: UploadRules | undefined) =>
  fileTypes.filter(({ type }) => !rules || rules.types.includes(type))

function acceptedBy(rules: UploadRules | undefined): Record<string, string[]> {
  return Object.fromEntries(
    typesOf(rules).map(({ type, extensions }) => [type, extensions.map((extension) => `.${extension}`)]),
  )
}

function hintOf(rules: UploadRules | undefined): string {
  const labels = typesOf(rules).map(({ label }) => label)
  const kinds = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`
  return rules ? `${kinds}, up to ${limitOf(rules)} each, at most ${rules.maxFiles} files.` : `${kinds}.`
}

function tooLarge(rules: UploadRules | undefined): string {
  if (!rules) return receiptRefusals.fileTooLarge.message
  return `This file is larger than ${limitOf(rules)}. Please choose a smaller one.`
}

/** `20 MB`, without the decimals that a limit has not. */
function limitOf({ maxBytes }: UploadRules): string {
  return `${Number((maxBytes / 1_048_576).toFixed(2))} MB`
}
