import { createContext, use } from 'react'
import { type FieldValues, get, useFormState, type UseFormRegister } from 'react-hook-form'

type FieldContextValue = { id: string; register: UseFormRegister<FieldValues> }

/** What fields need from their form. It never changes, so it never re-renders them. */
export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

export function useFieldContext(): FieldContextValue {
  const context = use(FieldContext)
  if (!context) throw new Error('Use this field inside a Form.')
  return context
}

/** The element id of a field in the surrounding form. */
export function useFieldId(name: string): string {
  return fieldId(useFieldContext().id, name)
}

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name.replaceAll('.', '-')}`
}

export function useFormField(name: string) {
  const { id, register } = useFieldContext()
  const { errors } = useFormState({ name, exact: true })
  const error = get(errors, name) as { message?: unknown } | undefined
  return {
    id: fieldId(id, name),
    error: typeof error?.message === 'string' ? error.message : undefined,
    registration: register(name),
  }
}
