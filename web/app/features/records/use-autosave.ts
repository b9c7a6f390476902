import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { inOrder } from '#platform/api/query.ts'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useKeptInput } from '#ui/forms/kept-input.ts'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useConfirmUnload } from '#ui/overlay/discard-changes.tsx'

type Saved<Values, Input> = {
  /** What the fields show until something is typed. */
  values: Values
  /** Its own on the screen. Named if it can't be saved once the screen has been left, such as `your hours for 30 Jun 2026`. */
  name: string
  /** What to send for what's typed, or why it can't be saved; undefined if that's saved already, and nothing else `isSaving`. */
  toInput: (typed: Values, isSaving: boolean) => Input | string | undefined
}

/** What's typed into fields that are saved when they're left. What couldn't be saved stays in them, with the error. */
export function useAutosave<Values extends NonNullable<unknown>, Output, Input extends object>(
  options: UseMutationOptions<Output, Error, Input>,
  saved: Saved<Values, Input>,
) {
  const isShown = useIsShown()
  const failure = `We couldn’t save ${saved.name}.`
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    ...options,
    ...inOrder(saved.name),
    onError: ({ message }) => {
      if (!isShown.current) toast.error(`${failure} ${message}`)
    },
  })
  const [typed, setTyped] = useState<Values>()
  const [problem, setProblem] = useState<string>()
  const [attempts, setAttempts] = useState(0)

  function save(typed: Values): void {
    const input = saved.toInput(typed, isPending)
    setAttempts((current) => current + 1)
    setProblem(typeof input === 'string' ? input : undefined)
    if (typeof input === 'object') {
      // Unless the user has typed something else.
      mutate(input, { onSuccess: () => setTyped((current) => (current === typed ? undefined : current)) })
    } else if (input === undefined) {
      setTyped(undefined)
      reset()
    }
  }

  useKeptInput({
    label: saved.name,
    startingValues: saved.values,
    readTyped: () => typed,
    // The field isn't left again, so it would look as if it were saved.
    onRestore: (restored) => {
      setTyped(restored)
      save(restored)
    },
  })
  useConfirmUnload(typed !== undefined)
  // What's being saved can be left.
  useReportUnsaved(typed !== undefined && !isPending)
  return {
    values: typed ?? saved.values,
    setTyped,
    error: problem ?? error?.message,
    failure,
    attempts,
    isSaving: isPending,
    isSaved: isSuccess && typed === undefined,
    /** Saves what's typed once the fields are left. */
    leave: (): void => {
      if (typed !== undefined) save(typed)
    },
  }
}
