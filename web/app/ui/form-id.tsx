import { createContext, use } from 'react'
import { useFormContext } from 'react-hook-form'
import { problemsIn } from './form-problems.tsx'

export const FormIdContext = createContext('form')

/** The element id of a field of the form around. */
export function useFieldId(name: string): string {
  return fieldId(use(FormIdContext), name)
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll('.', '-')}`
}

/** The registration and the problem of one field of the form around. */
export function useFormField(name: string) {
  const { register, formState } = useFormContext()
  const id = useFieldId(name)
  return { id, error: problemsIn(formState.errors)[name], registration: register(name) }
}
