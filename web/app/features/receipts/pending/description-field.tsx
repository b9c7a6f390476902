import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { TextAreaField } from '#ui/fields/text-field.tsx'

/** The description of a receipt, with a warning if it contains a tax file number. */
export function DescriptionField(props: { placeholder?: string; rows?: number; readOnly?: boolean }) {
  return (
    <>
      <TextAreaField name="description" label="Description" maxLength={MAX_LENGTH.description} {...props} />
      <TaxFileNumberWarning name="description" />
    </>
  )
}
