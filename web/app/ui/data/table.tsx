import type { Key, ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

export type Column<Row> = {
  heading: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  className?: string
}

type TableProps<Row> = {
  /** The table's accessible name. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** Makes the first column the heading of each row. */
  rowHeadings?: boolean
  /** Shows each row as a card on phones, with the headings beside the values. */
  stacks?: boolean
}

/** Table elements lose their roles when CSS displays them as blocks. */
const roles = (role: string, stacks: boolean) => (stacks ? { role } : {})

const stacked = {
  head: 'max-sm:sr-only',
  row: 'max-sm:grid max-sm:gap-2 max-sm:px-4 max-sm:py-4',
  first: 'max-sm:block max-sm:p-0 max-sm:pb-1',
  cell: classNames(
    'max-sm:flex max-sm:min-h-6 max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:p-0 max-sm:text-right max-sm:empty:hidden',
    'max-sm:before:text-sm max-sm:before:text-soft max-sm:before:content-[attr(data-heading)]',
  ),
}

/** A table that scrolls sideways where it's wider than the screen. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, rowHeadings, stacks = false } = props
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must be able to scroll it
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-sheet"
    >
      <table {...roles('table', stacks)} className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead {...roles('rowgroup', stacks)} className={classNames(stacks && stacked.head)}>
          <tr {...roles('row', stacks)} className="border-b border-line">
            {columns.map(({ heading, align, className }, index) => (
              <th
                key={index}
                scope="col"
                {...roles('columnheader', stacks)}
                className={classNames(
                  'px-4 py-3 text-xs font-semibold whitespace-nowrap text-soft',
                  align === 'right' ? 'text-right' : 'text-left',
                  className,
                )}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles('rowgroup', stacks)}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              {...roles('row', stacks)}
              className={classNames(
                'border-b border-line last:border-0 hover:bg-well/60',
                stacks && stacked.row,
              )}
            >
              {columns.map(({ heading, cell, align, className }, index) => {
                const look = classNames(
                  'px-4 py-3 font-normal',
                  align === 'right' ? 'figures text-right' : 'text-left',
                  className,
                  stacks && (index === 0 ? stacked.first : stacked.cell),
                )
                const cellProps = {
                  className: look,
                  ...(typeof heading === 'string' && { 'data-heading': heading }),
                }
                return rowHeadings && index === 0 ? (
                  <th key={index} scope="row" {...roles('rowheader', stacks)} {...cellProps}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={index} {...roles('cell', stacks)} {...cellProps}>
                    {cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
