import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Whether the form may be submitted: everything is valid, or only the server's last refusal stands in the way. */
export function useCanSubmit<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>): boolean {
  const { isValid, errors } = form.formState
  if (isValid) return true
  const { root, ...fields } = errors
  return root?.['server'] !== undefined && Object.values(fields).every((error) => error?.type === 'server')
}
