import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { TextAreaField } from '#ui/fields/text-field.tsx'

/** The description of a receipt, with a warning if it contains a tax file number. */
export function DescriptionField(props: { placeholder?: string; rows?: number }) {
  return (
    <>
      <TextAreaField name="description" label="Description" maxLength={2000} {...props} />
      <TaxFileNumberWarning name="description" />
    </>
  )
}
