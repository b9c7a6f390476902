import { countOf } from '@docketbox/contract/core/counts'
import { formatHours } from '@docketbox/contract/records/hours'
import { readHours } from '@docketbox/contract/records/import'
import type { HoursOfDay } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { Textarea } from '#ui/controls/input.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Field } from '#ui/fields/field.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { offerUndo, toast } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { forWhich } from '../job-or-business.tsx'
import { saveHours } from '../queries.ts'

const importForm = z.object({ text: z.string() })
const accept = { 'text/csv': ['.csv'], 'text/plain': ['.txt', '.tsv'] }

type ImportCardProps = {
  incomeYear: string
  /** Those that importing may replace. */
  hours: readonly HoursOfDay[]
  /** Undefined in years without a job and a business. */
  isForBusiness: boolean | undefined
}

/** Imports hours from a file or copied cells. All problems are listed at once; their lines stay to be corrected. */
export function ImportCard({ incomeYear, hours, isForBusiness }: ImportCardProps) {
  const id = useId()
  const save = useMutation(saveHours)
  const form = useFormOf(importForm, { text: '' })
  const text = useWatch({ control: form.control, name: 'text' })
  const setText = (next: string) => form.setValue('text', next, { shouldDirty: true })
  const [replacement, setReplacement] = useState<string>()
  const { days, problems, rest } = useMemo(() => readHours(text, incomeYear, today()), [text, incomeYear])
  const replaced = days.filter(({ day, minutes }) =>
    hours.some((other) => other.day === day && other.minutes !== minutes),
  )
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)

  const handleFiles = ([file]: File[]) => {
    void file
      ?.text()
      .then((lines) => (form.getValues('text').trim() ? setReplacement(lines) : setText(lines)))
      .catch(() =>
        toast.error('We couldn’t read this file. Choose it again, or copy its cells and paste them below.'),
      )
  }
  const handleImport = async () => {
    const { before } = await save.mutateAsync({
      body: { days: days.map((day) => ({ ...day, isForBusiness })) },
    })
    // Unless the user has typed something else.
    if (form.getValues('text') === text) setText(rest)
    offerUndo(`Imported ${countOf(days.length, 'day')}.`, () => save.mutateAsync({ body: { days: before } }))
  }

  return (
    <Card className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-lg">Import hours</h2>
        <p className="mt-1 text-sm text-soft">
          From a timesheet with a column for the date and one for the hours or minutes, such as 31/08/
          {incomeYear.slice(0, 4)} and 7:30.
        </p>
      </div>
      <FileDrop
        id={`${id}-file`}
        label="Timesheet file"
        hint="A CSV file from a spreadsheet or time tracker."
        accept={accept}
        wrongType="Choose a CSV file. Spreadsheets can save one, or copy the cells and paste them below."
        onFiles={handleFiles}
      />
      <Form form={form} onSubmit={handleImport} label="Import hours" className="grid grid-cols-1 gap-4">
        <Field label="Or paste the lines here">
          {(control) => (
            <Textarea
              {...control}
              {...form.register('text')}
              rows={3}
              spellCheck={false}
              className="figures max-h-72"
              placeholder={`Date, Hours\n04/08/${incomeYear.slice(0, 4)}, 7:30`}
            />
          )}
        </Field>
        {problems.length > 0 && (
          <Notice tone="warning" role="alert">
            <p className="font-semibold">
              {problems.length === 1 ? 'One line needs fixing:' : `${problems.length} lines need fixing:`}
            </p>
            <ul className="mt-1 grid max-h-72 gap-0.5 overflow-y-auto">
              {problems.map(({ line, message }) => (
                <li key={line}>
                  Line {line}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {replaced.length > 0 && (
          <Notice>
            {replaced.length === 1 ? formatDayUnbroken(replaced[0]!.day) : countOf(replaced.length, 'day')}{' '}
            already {replaced.length === 1 ? 'has' : 'have'} hours. Importing replaces them.
          </Notice>
        )}
        {days.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SubmitButton busy="Importing…">{`Import ${countOf(days.length, 'day')}${forWhich(isForBusiness)}`}</SubmitButton>
            <p className="text-sm text-soft">
              {formatHours(total)} in total.{' '}
              {problems.length > 0 && 'The lines that need fixing stay here, with the others of their days.'}
            </p>
          </div>
        )}
      </Form>
      <AlertDialog
        open={replacement !== undefined}
        onClose={() => setReplacement(undefined)}
        title="Replace the lines below?"
        confirm="Replace them"
        cancel="Keep them"
        onConfirm={() => {
          setReplacement(undefined)
          setText(replacement ?? '')
        }}
      >
        You haven’t imported them yet. The file’s lines would take their place.
      </AlertDialog>
    </Card>
  )
}
