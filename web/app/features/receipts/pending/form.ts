import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { useFormOf } from '#ui/forms/form.tsx'
import { setAsideOtherUpload } from '../outgoing/set-aside.ts'
import { isUsable, tooManyPages } from './limits.ts'
import { uploadRules } from './queries.ts'
import { useIsSaving } from './saving.ts'
import { setDescription, usePendingUpload } from './store.ts'
import type { Origin } from './upload.ts'
import { retryFailed } from './transfers.ts'

type Messages = { noFile: string; noDescription: string }

/** The form of a pending upload: files and a description, which is stored as it's typed. */
export function useUploadForm(origin: Origin, { noFile, noDescription }: Messages) {
  const pending = usePendingUpload()
  const upload = pending?.origin === origin ? pending : undefined
  const fileCount = upload?.files.filter(isUsable).length ?? 0
  const { data: rules } = useQuery(uploadRules)
  // Otherwise each file is its own receipt.
  const isLimited = rules !== undefined && upload?.isOneReceipt === true
  const count = z.number().min(1, noFile)
  const schema = z.object({
    files: isLimited ? count.max(rules.maxFiles, `${tooManyPages(rules)} Remove some to continue.`) : count,
    description: z
      .string()
      .trim()
      .min(1, noDescription)
      .max(MAX_LENGTH.description, tooLong(MAX_LENGTH.description)),
  })
  const form = useFormOf(
    schema,
    { files: fileCount, description: upload?.description ?? '' },
    // On Scan, only "Save and Preview" needs a description; a category doesn't (requirement 41).
    { mode: origin === 'capture' ? 'onSubmit' : 'onTouched' },
  )
  const { getValues, setValue, watch } = form
  const { isSubmitted, errors } = form.formState
  const hasError = errors.description !== undefined

  useEffect(() => {
    setValue('files', fileCount, { shouldValidate: isSubmitted })
  }, [fileCount, isSubmitted, setValue])

  // An upload adopted from a closed tab arrives after the first render; one merged into a receipt leaves.
  const stored = upload?.description ?? ''
  useEffect(() => {
    if (getValues('description') !== stored) setValue('description', stored, { shouldValidate: hasError })
  }, [stored, hasError, getValues, setValue])

  useEffect(() => {
    const subscription = watch(({ description }, { name, type }) => {
      if (name !== 'description' || type !== 'change') return
      setAsideOtherUpload(origin)
      setDescription(origin, description ?? '')
    })
    return () => subscription.unsubscribe()
  }, [origin, watch])

  useEffect(retryFailed, [])

  const isSaving = useIsSaving(upload)
  return { form, files: upload?.files ?? [], otherUpload: upload ? undefined : pending, isSaving }
}
