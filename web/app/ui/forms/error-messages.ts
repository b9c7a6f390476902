import type { FieldErrors } from 'react-hook-form'

/** Every problem of a form by its field path: `{ 'address.state': '* Location is required.' }`. */
export function errorMessages(errors: FieldErrors, prefix = ''): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [key, error] of Object.entries(errors)) {
    if (!error || (prefix === '' && key === 'root')) continue
    const path = prefix + key
    if (typeof error.message === 'string') problems[path] = error.message
    else Object.assign(problems, errorMessages(error as FieldErrors, `${path}.`))
  }
  return problems
}
