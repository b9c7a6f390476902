import type { ComponentProps } from 'react'
import type { FieldPath } from 'react-hook-form'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { TextField } from '#ui/fields/text-field.tsx'
import type { Answers } from '../answers.ts'

type WordsFieldProps = ComponentProps<typeof TextField> & { name: FieldPath<Answers> }

/** A line of text that warns when a tax file number seems to stand in it. */
export function WordsField(props: WordsFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <TextField {...props} />
      <TaxFileNumberWarning name={props.name} />
    </div>
  )
}
