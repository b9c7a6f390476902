import { type ReactNode, useId } from 'react'
import { CircleAlert } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
}

type FieldProps = FieldTexts & {
  error?: string | undefined
  className?: string | undefined
  id?: string | undefined
  /** Receives the props that tie the control to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

export type ControlProps = {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

/** A control with its label, hint and error. */
export function Field({ label, hint, optional, error, className, id, children }: FieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className={classNames('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={fieldId} className="text-sm font-semibold">
        {label}
        {optional && <OptionalMark />}
      </label>
      {children(controlProps(fieldId, hint, error))}
      <FieldNotes id={fieldId} hint={hint} error={error} />
    </div>
  )
}

export function controlProps(id: string, hint: ReactNode, error: string | undefined): ControlProps {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': descriptions || undefined }
}

type FieldNotesProps = {
  id: string
  hint?: ReactNode
  error?: string | undefined
  /** Read out with the error when it appears, for fields without a form to submit. */
  alert?: string
}

export function FieldNotes({ id, hint, error, alert }: FieldNotesProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          role={alert && 'alert'}
          className="flex items-start gap-1.5 text-[0.8125rem] font-medium text-clay-deep"
        >
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          {alert && <span className="sr-only">{alert} </span>}
          {error}
        </p>
      )}
    </>
  )
}

export function OptionalMark() {
  return <span className="font-normal text-soft"> (optional)</span>
}
