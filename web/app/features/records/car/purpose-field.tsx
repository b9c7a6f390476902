import { useFormField } from '#ui/forms/field-context.ts'
import { Input } from '#ui/controls/input.tsx'
import { Field } from '#ui/fields/field.tsx'

type PurposeFieldProps = { listId: string; suggestions: readonly string[]; maxLength: number }

/** Why someone drove; suggests the purposes of earlier trips. */
export function PurposeField({ listId, suggestions, maxLength }: PurposeFieldProps) {
  const { id, error, registration } = useFormField('purpose')
  return (
    <Field id={id} error={error} label="Purpose" hint="For example, “Site visit in Parramatta”.">
      {(control) => (
        <>
          <Input list={listId} maxLength={maxLength} aria-required {...control} {...registration} />
          <datalist id={listId}>
            {suggestions.map((purpose) => (
              <option key={purpose}>{purpose}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
