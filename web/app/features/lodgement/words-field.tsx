import { holdsTaxFileNumber, taxFileNumberWarning } from '@docketbox/contract/tax-file-numbers'
import type { ComponentProps } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { Notice } from '#ui/notice'
import { TextField } from '#ui/text-field'
import type { Answers } from './answers.ts'

type WordsFieldProps = ComponentProps<typeof TextField> & { name: FieldPath<Answers> }

/** A line of text that warns when a tax file number seems to stand in it (decision 29). */
export function WordsField(props: WordsFieldProps) {
  const typed = useWatch<Answers>({ name: props.name })
  return (
    <div className="grid content-start gap-2">
      <TextField {...props} />
      {typeof typed === 'string' && holdsTaxFileNumber(typed) && (
        <Notice tone="warning">
          <output>{taxFileNumberWarning}</output>
        </Notice>
      )}
    </div>
  )
}
