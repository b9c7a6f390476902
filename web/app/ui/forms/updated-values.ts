import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

/** Fills in values that change elsewhere while a form is open, except in edited fields. */
export function useUpdatedValues<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  startingValues: DefaultValues<In>,
): void {
  // Edited fields are only known to those who ask for them.
  const { isSubmitting, dirtyFields } = form.formState
  const current = JSON.stringify(startingValues)
  const shown = useRef(current)
  useEffect(() => {
    if (isSubmitting || shown.current === current) return
    shown.current = current
    form.reset(JSON.parse(current) as DefaultValues<In>, { keepDirtyValues: true, keepDirty: true })
  }, [isSubmitting, current, form, dirtyFields])
}
