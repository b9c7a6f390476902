import { createContext, use } from 'react'
import { type FieldValues, get, useFormState, type UseFormRegister } from 'react-hook-form'

type FieldContextValue = { id: string; register: UseFormRegister<FieldValues> }

/** What a field needs of the form around it. It never changes, so that a field is drawn again only for itself. */
export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

export function useFieldContext(): FieldContextValue {
  const place = use(FieldContext)
  if (!place) throw new Error('A field belongs into a form.')
  return place
}

/** The element id of a field of the form around. */
export function useFieldId(name: string): string {
  return fieldId(useFieldContext().id, name)
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll('.', '-')}`
}

/** The registration and the problem of one field of the form around. */
export function useFormField(name: string) {
  const { id, register } = useFieldContext()
  const { errors } = useFormState({ name, exact: true })
  const problem = get(errors, name) as { message?: unknown } | undefined
  return {
    id: fieldId(id, name),
    error: typeof problem?.message === 'string' ? problem.message : undefined,
    registration: register(name),
  }
}
