import { type Ref, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldId, useFieldContext } from './field-context.ts'
import { errorMessages } from './error-messages.ts'
import { Notice } from '#ui/feedback/notice.tsx'

type FormSummaryProps = {
  ref: Ref<HTMLDivElement>
  /** Leaves problems that aren't about a field to a `FormRefusal`. */
  onlyFields: boolean
}

/** After a failed submit: what's wrong, with a link to each field. The form focuses it. */
export function FormSummary({ ref, onlyFields }: FormSummaryProps) {
  const { id: formId } = useFieldContext()
  const { isSubmitted, problems, sentence } = useOutcome()
  if (!isSubmitted || (problems.length === 0 && (onlyFields || !sentence))) return null
  // The server repeats a single field's problem as the message.
  const isRepeated = problems.some(([, message]) => message === sentence)
  return (
    <Notice ref={ref} tone="danger" role="alert" className="col-span-full">
      {!isRepeated && <p className="font-semibold">{sentence ?? 'Please check the highlighted fields.'}</p>}
      {problems.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {problems.map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${fieldId(formId, name)}`}
                className="inline-block py-0.5 underline underline-offset-2"
                onClick={(event) => {
                  event.preventDefault()
                  document.querySelector<HTMLElement>(`#${CSS.escape(fieldId(formId, name))}`)?.focus()
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Beside the button of a long form: a problem that isn't about a field. Takes the focus when it appears. */
export function FormRefusal() {
  const notice = useRef<HTMLDivElement>(null)
  const { isSubmitted, problems, sentence, submitCount } = useOutcome()
  const isShown = isSubmitted && problems.length === 0 && sentence !== undefined
  useEffect(() => {
    if (isShown) notice.current?.focus()
  }, [isShown, submitCount])
  if (!isShown) return null
  return (
    <Notice ref={notice} tone="danger" role="alert">
      {sentence}
    </Notice>
  )
}

function useOutcome() {
  const { submitCount, errors } = useFormContext().formState
  return {
    submitCount,
    isSubmitted: submitCount > 0,
    problems: Object.entries(errorMessages(errors)),
    sentence: errors.root?.['server']?.message,
  }
}
