import { createContext, use } from 'react'
import { type FieldValues, get, useFormState, type UseFormRegister } from 'react-hook-form'

type FormPlace = { id: string; register: UseFormRegister<FieldValues> }

/** What a field needs of the form around it. It never changes, so that a field is drawn again only for itself. */
export const FormPlaceContext = createContext<FormPlace | undefined>(undefined)

export function useFormPlace(): FormPlace {
  const place = use(FormPlaceContext)
  if (!place) throw new Error('A field belongs into a form.')
  return place
}

/** The element id of a field of the form around. */
export function useFieldId(name: string): string {
  return fieldId(useFormPlace().id, name)
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll('.', '-')}`
}

/** The registration and the problem of one field of the form around. */
export function useFormField(name: string) {
  const { id, register } = useFormPlace()
  const { errors } = useFormState({ name, exact: true })
  const problem = get(errors, name) as { message?: unknown } | undefined
  return {
    id: fieldId(id, name),
    error: typeof problem?.message === 'string' ? problem.message : undefined,
    registration: register(name),
  }
}
