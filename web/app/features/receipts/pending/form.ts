import { useEffect } from 'react'
import { z } from 'zod'
import { useFormOf } from '#ui/forms/form.tsx'
import { describe, type Origin, usePendingUpload } from './store.ts'
import { usable } from '../upload/drop.tsx'
import { resumeUploads } from './transfers.ts'

type Sentences = { noFile: string; noDescription: string }

/** The form of a pending upload: it has files and a description. What is typed is kept at once. */
export function useUploadForm(origin: Origin, { noFile, noDescription }: Sentences) {
  const pending = usePendingUpload()
  const own = pending?.origin === origin ? pending : undefined
  const count = usable(own?.files).length
  const schema = z.object({
    files: z.number().min(1, noFile),
    description: z.string().trim().min(1, noDescription).max(2000, 'At most 2000 characters.'),
  })
  const form = useFormOf(schema, { files: count, description: own?.description ?? '' })
  const { getValues, setValue, watch } = form
  const isSubmitted = form.formState.isSubmitted

  useEffect(() => {
    setValue('files', count, { shouldValidate: isSubmitted })
  }, [count, isSubmitted, setValue])

  // What another tab left may be found only now.
  const kept = own?.description
  useEffect(() => {
    if (kept !== undefined && getValues('description') !== kept) setValue('description', kept)
  }, [kept, getValues, setValue])

  useEffect(() => {
    const typing = watch(({ description }, { name }) => {
      if (name === 'description') describe(origin, description ?? '')
    })
    return () => typing.unsubscribe()
  }, [origin, watch])

  useEffect(resumeUploads, [])

  return { form, files: own?.files ?? [], other: own ? undefined : pending }
}
