import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/**
 * Fills in values that change elsewhere while a form is open, except in edited fields.
 * @param isReported whether a field may be in the notice; they all may by default.
 * @returns a notice if those have changed too, which shows either version.
 */
export function useUpdatedValues<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  startingValues: DefaultValues<In>,
  isReported: (name: string) => boolean = () => true,
): ReactNode {
  // Edited fields are only known to those who ask for them.
  const { isSubmitting, isDirty, dirtyFields, defaultValues } = form.formState
  const current = JSON.stringify(startingValues)
  const [shown, setShown] = useState(current)
  const [hidden, setHidden] = useState<{ values: Record<string, unknown>; isEntered: boolean }>()
  if (!isSubmitting && shown !== current) {
    setShown(current)
    const stored = JSON.parse(current) as DefaultValues<In>
    const entered = form.getValues()
    const overtaken = Object.keys(dirtyFields).filter(
      (name) =>
        isReported(name) &&
        !isSame(stored[name], defaultValues?.[name]) &&
        !isSame(stored[name], entered[name]),
    )
    if (overtaken.length > 0 && !hidden?.isEntered)
      setHidden({
        values: Object.fromEntries(overtaken.map((name) => [name, stored[name]])),
        isEntered: false,
      })
  } else if (hidden && !hidden.isEntered && !isDirty) setHidden(undefined)

  const applied = useRef(current)
  useEffect(() => {
    if (applied.current === shown) return
    applied.current = shown
    const stored = JSON.parse(shown) as DefaultValues<In>
    const edited = Object.keys(dirtyFields)
    // What a refusal says about the version before still has to be read.
    form.reset(stored, { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepSubmitCount: true })
    // It leaves what was emptied elsewhere on the screen.
    for (const name of Object.keys(defaultValues ?? {}))
      if (!(name in stored) && !edited.includes(name))
        form.setValue(name as Path<In>, undefined as PathValue<In, Path<In>>)
  }, [shown, form, dirtyFields, defaultValues])

  if (!hidden) return null
  const handleSwap = () => {
    const entries = Object.entries(hidden.values)
    const swapped = entries.map(([name]) => [name, form.getValues(name as Path<In>)])
    for (const [name, value] of entries)
      form.setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
    setHidden({ values: Object.fromEntries(swapped), isEntered: !hidden.isEntered })
  }
  return (
    <Notice tone="warning" role="alert">
      <p>
        This has changed since you started editing it. You’re seeing{' '}
        {hidden.isEntered ? 'what’s there now' : 'what you entered'}.
      </p>
      <Button size="small" variant="secondary" className="mt-2" onClick={handleSwap}>
        {hidden.isEntered ? 'Show what I entered' : 'Show what’s there now'}
      </Button>
    </Notice>
  )
}

/** Emptied fields differ in how they're empty. */
function isSame(one: unknown, other: unknown): boolean {
  return (one ?? '') === (other ?? '')
}
