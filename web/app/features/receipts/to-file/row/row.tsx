/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows are cards on narrow screens and lose their roles; keyboards file the focused one */
import type { Category } from '@docketbox/contract/categories/endpoints'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { Trash2 } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useId } from 'react'
import { today } from '#platform/format/dates.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { inputClassNames, Textarea } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import type { Corners } from '../../adjust/turned.ts'
import { comparedDraft } from '../../duplicates/compared.ts'
import { typedOver } from '../../pending/row-sync.ts'
import { type RowInput, splitRow } from '../input.ts'
import { DuplicateMark } from '../../duplicates/mark.tsx'
import { DraftImage } from './draft-image.tsx'
import { OvertakenNotice } from './overtaken-notice.tsx'
import {
  foreignTotal,
  needsCheck,
  pleaseCheck,
  problemsOf,
  reasonOf,
  type RowEdit,
  type RowField,
  rowName,
  valuesOf,
} from './row-values.ts'
import { PageBox } from './page-box.tsx'
import { ReadingState } from './reading-state.tsx'
import { SplitOffer } from './split-offer.tsx'

type RowProps = {
  draft: Draft
  /** What was typed in it on this device. */
  input: RowInput | undefined
  categories: readonly Category[]
  /** How often filing it was tried: what's missing is shown from then on, and read out each time. */
  attempts: number
  /** Whether Tab stops at this row. */
  isCurrent: boolean
  /** Its page number in the receipt that the selected rows will form; undefined if it isn't selected. */
  page: number | undefined
  /** Whether filing it files other selected rows with it. */
  hasOtherPages: boolean
  /** Whether there's another row. */
  canSelect: boolean
  /** The latest ones, for events: new handlers don't render every row again. */
  handlers: RefObject<RowHandlers>
}

export type RowHandlers = {
  onEdit: (draft: Draft, change: RowEdit) => void
  onKeepNewer: (draft: Draft) => void
  onFile: (draft: Draft) => void
  onSelect: (draft: Draft) => void
  /** @param receipts their corners; those that were recognised by default. */
  onSplit: (draft: Draft, receipts?: Corners[]) => void
  onDiscard: (draft: Draft) => void
}

const cell = 'xl:px-1.5 xl:py-2 xl:align-top'
const stack = 'grid gap-x-1.5 gap-y-2 max-xl:gap-3'
const small = 'h-11 px-3 text-[0.9375rem] xl:h-10 xl:px-2.5'

/** A draft with its image, its values to correct, and buttons to file or discard it. */
export const ToFileRow = memo(function ToFileRow(props: RowProps) {
  const { draft, input, categories, attempts, isCurrent, handlers } = props
  const { mine, overtaken } = splitRow(draft, input)
  const edit = { ...draft.edit, ...mine }
  const onEdit = (change: RowEdit) => handlers.current.onEdit(draft, change)
  const onSplit = (receipts?: Corners[]) => handlers.current.onSplit(draft, receipts)
  const onDiscard = () => handlers.current.onDiscard(draft)
  const values = valuesOf(draft, edit)
  const name = rowName({ draft, edit })
  const file = props.hasOtherPages ? 'File as one' : 'File receipt'
  const problems = attempts > 0 ? problemsOf(values) : []
  const id = useId()
  const unsure = (['supplier', 'date', 'total'] as const).filter((key) => needsCheck(draft, edit, key))
  const isInvalid = (key: RowField) => problems.some(({ field }) => field === key)
  const notesOn = (key: RowField) =>
    [needsCheck(draft, edit, key) && `${id}-check`, isInvalid(key) && `${id}-problems`].filter(Boolean)
  const field = (key: RowField, label: string) => ({
    value: values[key],
    onChange: ({ target }: { target: { value: string } }) => onEdit({ [key]: target.value }),
    'aria-label': `${label}, ${name}`,
    enterKeyHint: 'done' as const,
    'aria-invalid': isInvalid(key) || undefined,
    'aria-describedby': notesOn(key).join(' ') || undefined,
  })
  const fieldClassNames = (key: RowField, more?: string) =>
    classNames(
      inputClassNames,
      small,
      needsCheck(draft, edit, key) && 'border-wattle bg-wattle-tint forced-colors:border-dashed',
      more,
    )
  return (
    <tr
      role="row"
      data-draft={draft.uri}
      aria-label={name}
      tabIndex={isCurrent ? 0 : -1}
      className={classNames(
        'scroll-mt-20 scroll-mb-28 border-b border-line last:border-0',
        'max-xl:grid max-xl:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)] max-xl:gap-3 max-xl:p-4',
      )}
    >
      <td role="cell" className={classNames(cell, 'xl:pl-3')}>
        <DraftImage draft={draft} onSplit={onSplit} />
        {props.canSelect && (
          <PageBox name={name} page={props.page} onSelect={() => handlers.current.onSelect(draft)} />
        )}
      </td>
      <td role="cell" className={classNames(cell, 'min-w-0 max-xl:col-span-2')}>
        <div className={stack}>
          <Labelled label="Supplier">
            <input
              {...field('supplier', 'Supplier')}
              className={fieldClassNames('supplier')}
              placeholder="Supplier"
              maxLength={MAX_LENGTH.supplier}
            />
          </Labelled>
          <Labelled label="Description">
            <Textarea
              {...field('description', 'Description')}
              // Older browsers don't fit it to its lines.
              rows={values.description.split('\n').length}
              className="px-3 text-[0.9375rem] xl:px-2.5 xl:py-2"
              placeholder="Description"
              maxLength={MAX_LENGTH.description}
            />
          </Labelled>
        </div>
        <ReadingState draft={draft} />
        <OvertakenNotice
          overtaken={overtaken}
          categories={categories}
          onUse={onEdit}
          onKeepNewer={() => handlers.current.onKeepNewer(draft)}
        />
        <SplitOffer draft={draft} onSplit={() => onSplit()} />
        {draft.duplicateOf && (
          <DuplicateMark
            item={comparedDraft({ ...draft, edit }, typedOver(draft.edit ?? {}, edit))}
            duplicateOf={draft.duplicateOf}
            onDiscard={onDiscard}
          />
        )}
      </td>
      <td role="cell" className={classNames(cell, 'min-w-0 max-xl:col-span-3 max-xl:row-start-2')}>
        <div className={classNames(stack, 'grid-cols-[minmax(0,11fr)_minmax(0,9fr)]')}>
          <Labelled label="Date">
            <input
              {...field('date', 'Date')}
              type="date"
              max={today()}
              className={fieldClassNames('date', 'figures')}
            />
          </Labelled>
          <Labelled label="Total">
            <input
              {...field('total', 'Total')}
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_LENGTH.amount}
              placeholder="0.00"
              className={fieldClassNames('total', 'figures text-right')}
            />
          </Labelled>
          <div className="col-span-2">
            <Labelled label="Category">
              <Select
                {...field('category', 'Category')}
                className="xl:text-[0.9375rem] xl:[&>select]:h-10 xl:[&>select]:pr-8 xl:[&>select]:pl-2.5 xl:[&>svg]:top-2.5 xl:[&>svg]:right-2"
                placeholder="Choose a category"
                options={categories.map(({ _id, name }) => [_id, name])}
              />
            </Labelled>
          </div>
        </div>
        <p className="mt-1 min-h-4 text-xs text-soft">{reasonOf(draft, values.category)}</p>
        {unsure.length > 0 && (
          <p id={`${id}-check`} className="text-xs font-semibold text-wattle-deep">
            {pleaseCheck(unsure)}
          </p>
        )}
        {draft.reading.fields?.totalCents?.isForeign && needsCheck(draft, edit, 'total') && (
          <p className="text-xs font-semibold text-wattle-deep">{foreignTotal}</p>
        )}
      </td>
      <td
        role="cell"
        className={classNames(cell, 'scroll-mb-12 max-xl:col-span-3 max-xl:row-start-3 xl:pr-3')}
      >
        <span className="flex gap-1">
          <Button
            size="small"
            aria-label={`${file}, ${name}`}
            onClick={() => handlers.current.onFile(draft)}
            className="max-xl:grow xl:min-h-10"
          >
            {file}
          </Button>
          <IconButton icon={Trash2} label={`Discard ${name}`} className="xl:h-10" onClick={onDiscard} />
        </span>
        {problems.length > 0 && (
          <p
            key={attempts}
            id={`${id}-problems`}
            role="alert"
            className="mt-1 text-xs font-medium text-clay-deep"
          >
            {problems.map(({ text }) => text).join(' ')}
          </p>
        )}
      </td>
    </tr>
  )
})

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="grid gap-1">
      <span aria-hidden="true" className="text-xs text-soft xl:hidden">
        {label}
      </span>
      {children}
    </span>
  )
}
