import type { FieldErrors } from 'react-hook-form'

/** A form's error messages by field path: `{ 'address.state': '* Location is required.' }`. */
export function errorMessages(errors: FieldErrors, prefix = ''): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const [key, error] of Object.entries(errors)) {
    if (!error || (prefix === '' && key === 'root')) continue
    const path = prefix + key
    if (typeof error.message === 'string') messages[path] = error.message
    else Object.assign(messages, errorMessages(error as FieldErrors, `${path}.`))
  }
  return messages
}
