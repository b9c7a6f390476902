import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
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
import { consumeEarlySubmit } from '#platform/document/early-submit.ts'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useBlurAfterPress } from './blur-after-press.ts'
import { useKeptForm } from './kept-input.ts'
import { useReportUnsaved } from './unsaved-context.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { schemaResolver } from './schema-resolver.ts'
import { FieldContext } from './field-context.ts'
import { FormSummary } from './error-summary.tsx'

/**
 * A form validated by a schema: each field on blur unless `mode` says otherwise, all of them on submit.
 * @param startingValues without empty fields, so that hydration keeps what was typed or filled in before it.
 */
export function useFormOf<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  startingValues?: DefaultValues<In>,
  { mode = 'onTouched' }: { mode?: 'onTouched' | 'onSubmit' } = {},
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({
    resolver: useMemo(() => schemaResolver(schema), [schema]),
    mode,
    shouldFocusError: false,
    ...(startingValues && { defaultValues: startingValues }),
  })
}

type FormProps<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  /** Sends the values. Errors it throws appear on the form, which keeps its input, or in a toast if the form has been left. */
  onSubmit: (values: Out) => Promise<unknown> | void
  /** Replaces the server's message. */
  sentenceFor?: (error: ApiError) => string | undefined
  /** The form's accessible name. */
  label?: string
  /** The id of what it's about if its address doesn't say, so that another one's form doesn't show the input kept for it. */
  about?: string | undefined
  className?: string
  /** Set by long forms with a `FormRefusal` beside their button, where the summary is out of sight. */
  refusalBeside?: boolean
  /** Handles a submit from before hydration; by default the form is submitted. */
  onEarlySubmit?: (form: HTMLFormElement) => void
  children: ReactNode
}

/** A form with an error summary. Submits are ignored while one is running. */
export function Form<In extends FieldValues, Out>(props: FormProps<In, Out>) {
  const {
    form,
    onSubmit,
    sentenceFor,
    label,
    className = 'grid grid-cols-1 gap-5',
    refusalBeside,
    children,
  } = props
  const { about = '', onEarlySubmit = (element) => element.requestSubmit() } = props
  const id = useId()
  const register = form.register as unknown as UseFormRegister<FieldValues>
  const fieldContext = useMemo(() => ({ id, register }), [id, register])
  const formElement = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [hasSent, setHasSent] = useState(false)
  const isShown = useIsShown()
  const { errors, submitCount, isDirty, isSubmitting } = form.formState
  useReportUnsaved(isDirty && !isSubmitting)
  useKeptForm(form, `${label ?? ''}${about}`)
  const blurAfterPress = useBlurAfterPress()

  // Error messages appear after the focus has moved on, and could push the focused control behind a sticky bar.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (formElement.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [errors])

  // The count goes up when a submit has ended and its errors are rendered.
  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])

  const handleEarlySubmit = useEffectEvent(onEarlySubmit)
  useEffect(() => {
    const element = formElement.current
    if (element && consumeEarlySubmit(element)) handleEarlySubmit(element)
  }, [])

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
      setHasSent(true)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const sentence = refusal
        ? (sentenceFor?.(refusal) ?? refusal.message)
        : 'Something went wrong. Please try again.'
      if (isShown.current) showRefusal(form, sentence, refusal?.fields)
      else toast.error(sentence)
      if (!refusal) throw error
    }
  })

  return (
    <FormProvider {...form}>
      <FieldContext value={fieldContext}>
        <form
          ref={formElement}
          // Before hydration the default method would put the input into the URL; this one does nothing.
          method="dialog"
          noValidate
          aria-label={label}
          className={className}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (!isSubmitting) void submit(event)
          }}
          // A form that was emptied after it was sent shows no errors until more is typed.
          onBlurCapture={(event) => {
            if (hasSent && !isDirty) event.stopPropagation()
            else blurAfterPress(event)
          }}
        >
          <FormSummary ref={summary} onlyFields={refusalBeside ?? false} />
          {children}
        </form>
      </FieldContext>
    </FormProvider>
  )
}

/** Shows the server's errors beside their fields, and its message in the summary. */
function showRefusal<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  sentence: string,
  fields: ApiError['fields'] = {},
): void {
  for (const [field, message] of Object.entries(fields)) {
    form.setError(field as Path<In>, { type: 'server', message })
  }
  form.setError('root.server', { message: sentence })
}

type SubmitButtonProps = {
  children: ReactNode
  /** The label while submitting: `Saving…`. */
  busy: string
  disabled?: boolean
  wide?: boolean
  size?: 'medium' | 'large'
  variant?: 'primary' | 'secondary' | 'danger'
}

/** Submits the form around it. Until hydration, a disabled one only looks it, so that an early press isn't lost. */
export function SubmitButton({ busy, disabled = false, ...rest }: SubmitButtonProps) {
  const { formState } = useFormContext()
  const isHydrated = useHydrated()
  const looksDisabled = disabled && !isHydrated
  return (
    <>
      <p className="text-sm font-semibold not-noscript:hidden">You need JavaScript to send this form.</p>
      <Button
        type="submit"
        {...rest}
        aria-disabled={looksDisabled || undefined}
        className={classNames('noscript:hidden', looksDisabled && 'opacity-55')}
        disabled={disabled && isHydrated}
        busy={formState.isSubmitting && busy}
      />
    </>
  )
}
