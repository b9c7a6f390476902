import type { ComponentProps } from 'react'
import type { FieldPath } from 'react-hook-form'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { TextField } from '#ui/fields/text-field.tsx'
import type { Answers } from '../answers.ts'

type LineFieldProps = ComponentProps<typeof TextField> & { name: FieldPath<Answers> }

/** A line of text that warns if it seems to contain a tax file number. */
export function LineField(props: LineFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <TextField {...props} />
      <TaxFileNumberWarning name={props.name} />
    </div>
  )
}
