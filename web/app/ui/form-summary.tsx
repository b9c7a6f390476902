import type { Ref } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldId, useFormPlace } from './form-id.tsx'
import { problemsIn } from './form-problems.tsx'
import { Notice } from './notice.tsx'

/** After a submit that failed: what is wrong, with a way to each field. Takes the focus when it comes. */
export function FormSummary({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { formState } = useFormContext()
  const { id: formId } = useFormPlace()
  const problems = Object.entries(problemsIn(formState.errors))
  const sentence = formState.errors.root?.['server']?.message
  if (formState.submitCount === 0 || (problems.length === 0 && !sentence)) return null
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
