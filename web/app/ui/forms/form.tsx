import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormContext,
  type UseFormRegister,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#platform/api/error.ts'
import { consumeEarlySubmit } from '#platform/page/early-submit.ts'
import { useHydrated } from '#platform/page/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { useReportUnsaved } from '#ui/overlay/discard-changes.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { schemaResolver } from './schema-resolver.ts'
import { FieldContext } from './field-context.ts'
import { FormSummary } from './error-summary.tsx'

/**
 * A form checked by a schema of the contract: each field when it is left, everything when it is sent. Leave the
 * starting values of empty fields out: what was typed or filled in before the script arrived is then kept.
 */
export function useFormOf<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  startingValues?: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({
    resolver: useMemo(() => schemaResolver(schema), [schema]),
    mode: 'onTouched',
    shouldFocusError: false,
    ...(startingValues && { defaultValues: startingValues }),
  })
}

type FormProps<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  /** Sends the values. What it throws is shown on the form, and nothing that was typed is lost. */
  onSubmit: (values: Out) => Promise<unknown> | void
  /** Says a refusal in other words than the server's. */
  sentenceFor?: (error: ApiError) => string | undefined
  /** What a screen reader calls the form. */
  label?: string
  className?: string
  /** Whether a `FormRefusal` stands in the form: beside the button of one so long that its top is far away. */
  refusalBeside?: boolean
  /** Takes over a press that came before the script, once the form stands; by itself the form is sent then. */
  onEarlyPress?: (form: HTMLFormElement) => void
  children: ReactNode
}

/** A form with its summary of problems. Enter submits; a second submit waits for the first. */
export function Form<In extends FieldValues, Out>(props: FormProps<In, Out>) {
  const { form, onSubmit, sentenceFor, label, className = 'grid gap-5', refusalBeside, children } = props
  const { onEarlyPress = (element) => element.requestSubmit() } = props
  const id = useId()
  const register = form.register as unknown as UseFormRegister<FieldValues>
  const fieldPlace = useMemo(() => ({ id, register }), [id, register])
  const place = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const { errors, submitCount, isDirty, isSubmitting } = form.formState
  useReportUnsaved(isDirty && !isSubmitting)

  // Validation ends after the focus has moved on; its messages would push the focused control behind a sticky bar.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (place.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [errors])

  // The count goes up when a submit is over, with its problems on the screen; without any there is no summary.
  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])

  const followUp = useEffectEvent((element: HTMLFormElement) => onEarlyPress(element))
  useEffect(() => {
    const element = place.current
    if (element && consumeEarlySubmit(element)) followUp(element)
  }, [])

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (thrown) {
      showRefusal(form, thrown, sentenceFor)
    }
  })

  return (
    <FormProvider {...form}>
      <FieldContext value={fieldPlace}>
        <form
          ref={place}
          // Sent before its script is here it would put what was typed into the address; this way it does nothing, and is
          // followed up when the script is here.
          method="dialog"
          noValidate
          aria-label={label}
          className={className}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (!isSubmitting) void submit(event)
          }}
        >
          <FormSummary ref={summary} onlyFields={refusalBeside ?? false} />
          {children}
        </form>
      </FieldContext>
    </FormProvider>
  )
}

/** Puts each of the server's problems beside its field, and its sentence in the summary. */
function showRefusal<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  thrown: unknown,
  sentenceFor: FormProps<In, Out>['sentenceFor'],
): void {
  if (!(thrown instanceof ApiError)) {
    form.setError('root.server', { message: 'Something went wrong. Please try again.' })
    throw thrown
  }
  for (const [field, message] of Object.entries(thrown.fields)) {
    form.setError(field as Path<In>, { type: 'server', message })
  }
  form.setError('root.server', { message: sentenceFor?.(thrown) ?? thrown.message })
}

type SubmitButtonProps = {
  children: ReactNode
  /** What it says while it does it: `Saving…`. */
  busy: string
  disabled?: boolean
  wide?: boolean
  size?: 'medium' | 'large'
  /** For what cannot easily be taken back. */
  variant?: 'primary' | 'danger'
  icon?: ReactNode
}

/**
 * Submits the form around it and says what it is doing while it does it. A button that starts out disabled only looks
 * so until the script is here: it hears a press, which is followed up.
 */
export function SubmitButton({ busy, disabled = false, ...rest }: SubmitButtonProps) {
  const { formState } = useFormContext()
  const isHere = useHydrated()
  const looksDisabled = disabled && !isHere
  return (
    <>
      <p className="text-sm font-semibold not-noscript:hidden">Sending this form needs JavaScript.</p>
      <Button
        type="submit"
        {...rest}
        aria-disabled={looksDisabled || undefined}
        className={classNames('noscript:hidden', looksDisabled && 'opacity-55')}
        disabled={disabled && isHere}
        busy={formState.isSubmitting && busy}
      />
    </>
  )
}
