import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useKeptInput } from '#ui/forms/kept-input.ts'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useConfirmUnload } from '#ui/overlay/discard-changes.tsx'

type Saved<Values> = {
  /** What the fields show until something is typed. */
  values: Values
  /** Its own on the screen. Named if it can't be saved once the screen has been left, such as `your hours for 30 Jun 2026`. */
  name: string
}

/** What's typed into fields that are saved when they're left. What couldn't be saved stays in them, with the error. */
export function useAutosave<Values extends NonNullable<unknown>, Output, Input>(
  options: UseMutationOptions<Output, Error, Input>,
  saved: Saved<Values>,
) {
  const isShown = useIsShown()
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    ...options,
    onError: ({ message }) => {
      if (!isShown.current) toast.error(`We couldn’t save ${saved.name}. ${message}`)
    },
  })
  const [typed, setTyped] = useState<Values>()
  const [problem, setProblem] = useState<string>()
  useKeptInput({
    label: saved.name,
    startingValues: saved.values,
    readTyped: () => typed,
    onRestore: setTyped,
  })
  useConfirmUnload(typed !== undefined)
  // What's being saved can be left.
  useReportUnsaved(typed !== undefined && !isPending)
  return {
    /** Undefined while the fields show what's saved. */
    typed,
    values: typed ?? saved.values,
    setTyped,
    /** Says why what's typed can't be saved. */
    setProblem,
    error: problem ?? error?.message,
    isSaving: isPending,
    isSaved: isSuccess && typed === undefined,
    save: (input: Input): void => {
      setProblem(undefined)
      // Unless the user has typed something else.
      mutate(input, { onSuccess: () => setTyped((current) => (current === typed ? undefined : current)) })
    },
    /** Shows what's saved again. */
    discard: (): void => {
      setProblem(undefined)
      setTyped(undefined)
      reset()
    },
  }
}
