import { type Ref, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldId, useFieldContext } from './field-context.ts'
import { errorMessages } from './error-messages.ts'
import { Notice } from '#ui/feedback/notice.tsx'

type FormSummaryProps = {
  ref: Ref<HTMLDivElement>
  /** Whether a `FormRefusal` tells what is no matter of single fields. */
  onlyFields: boolean
}

/** After a submit that failed: what is wrong, with a way to each field. Takes the focus when it comes. */
export function FormSummary({ ref, onlyFields }: FormSummaryProps) {
  const { id: formId } = useFieldContext()
  const { isOver, problems, sentence } = useOutcome()
  if (!isOver || (problems.length === 0 && (onlyFields || !sentence))) return null
  // A single problem is also what the server says of the whole.
  const isSaidBelow = problems.some(([, message]) => message === sentence)
  return (
    <Notice ref={ref} tone="danger" role="alert">
      {!isSaidBelow && <p className="font-semibold">{sentence ?? 'Please check the highlighted fields.'}</p>}
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

/** In a long form, beside its button: why a submit failed that was no matter of single fields. Takes the focus. */
export function FormRefusal() {
  const place = useRef<HTMLDivElement>(null)
  const { isOver, problems, sentence, submitCount } = useOutcome()
  const isShown = isOver && problems.length === 0 && sentence !== undefined
  useEffect(() => {
    if (isShown) place.current?.focus()
  }, [isShown, submitCount])
  if (!isShown) return null
  return (
    <Notice ref={place} tone="danger" role="alert">
      {sentence}
    </Notice>
  )
}

/** What became of the last submit. */
function useOutcome() {
  const { submitCount, errors } = useFormContext().formState
  return {
    submitCount,
    isOver: submitCount > 0,
    problems: Object.entries(errorMessages(errors)),
    sentence: errors.root?.['server']?.message,
  }
}
