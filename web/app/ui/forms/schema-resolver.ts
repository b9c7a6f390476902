import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'

/** Checks a form by a schema; what passes is what the schema makes of it. */
export function schemaResolver<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
): Resolver<In, unknown, Out> {
  return (values) => {
    const checked = schema.safeParse(values)
    if (checked.success) return { values: checked.data, errors: {} }
    return { values: {}, errors: fieldErrorsOf(checked.error.issues) }
  }
}

/** A schema's problems as a form keeps them: of each field the first, which is the one to show. */
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
