/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- table elements lose their roles when CSS displays them as blocks */
import type { Key, ReactNode, Ref } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

export type Column<Row> = {
  heading: string
  cell: (row: Row) => ReactNode
  isFigure: boolean
  className: string
}

export function column<Row>(heading: string, cell: Column<Row>['cell'], className = ''): Column<Row> {
  return { heading, cell, isFigure: false, className }
}

/** A column of numbers, to the right. */
export function figureColumn<Row>(heading: string, cell: Column<Row>['cell'], className = ''): Column<Row> {
  return { heading, cell, isFigure: true, className }
}

type TableProps<Row> = {
  /** The table's accessible name. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  ref?: Ref<HTMLElement>
}

const headingCell = 'max-sm:block max-sm:p-0 max-sm:pb-1'
const valueCell = classNames(
  'max-sm:flex max-sm:min-h-6 max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:p-0 max-sm:text-right max-sm:empty:hidden',
  'max-sm:before:shrink-0 max-sm:before:text-sm max-sm:before:text-soft max-sm:before:content-[attr(data-heading)]',
)

/** A table whose first column names the rows. It scrolls where it's wider than the screen; on phones rows are cards. */
export function Table<Row extends { _id: Key }>({ caption, columns, rows, ref }: TableProps<Row>) {
  return (
    <section
      ref={ref}
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must be able to scroll it
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-sheet print:overflow-visible"
    >
      <table role="table" className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line">
            {columns.map(({ heading, isFigure, className }, index) => (
              <th
                key={index}
                scope="col"
                role="columnheader"
                className={classNames(
                  'px-4 py-3 text-xs font-semibold whitespace-nowrap text-soft',
                  isFigure ? 'text-right' : 'text-left',
                  className,
                )}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={row._id}
              role="row"
              className="border-b border-line last:border-0 hover:bg-well/60 max-sm:grid max-sm:gap-2 max-sm:p-4"
            >
              {columns.map(({ heading, cell, isFigure, className }, index) => {
                const cellClassNames = classNames(
                  'px-4 py-3 font-normal max-sm:wrap-anywhere',
                  isFigure ? 'figures text-right' : 'text-left',
                  className,
                  index === 0 ? headingCell : valueCell,
                )
                return index === 0 ? (
                  <th key={index} scope="row" role="rowheader" className={cellClassNames}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={index} role="cell" className={cellClassNames} data-heading={heading}>
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
