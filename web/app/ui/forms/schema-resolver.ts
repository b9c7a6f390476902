import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'

/** Validates a form with a schema, and submits what the schema outputs. Problems are in the order of the form's fields. */
export function schemaResolver<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
): Resolver<In, unknown, Out> {
  return (values, _, { names = [] }) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const placeOf = ({ path }: z.core.$ZodIssue) => (names as string[]).indexOf(path.join('.'))
    return {
      values: {},
      errors: fieldErrorsOf(result.error.issues.toSorted((a, b) => placeOf(a) - placeOf(b))),
    }
  }
}

/** A schema's issues as form errors: the first of each field. */
export function fieldErrorsOf<In extends FieldValues>(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldErrors<In> {
  const errors: FieldErrors<In> = {}
  for (const { path, message } of issues) {
    const name = path.join('.')
    if (!get(errors, name)) set(errors, name, { type: 'rule', message })
  }
  return errors
}
