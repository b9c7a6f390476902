import type { Key, ReactNode } from 'react'
import { classNames } from './class-names.tsx'

export type Column<Row> = {
  heading: ReactNode
  cell: (row: Row) => ReactNode
  /** Figures stand on the right, under each other. */
  align?: 'left' | 'right'
  className?: string
}

type TableProps<Row> = {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** Marks the first column as the heading of its row. */
  rowHeadings?: boolean
}

/** Rows and columns; scrolls sideways where the screen is narrower, reachable by keyboard. */
export function Table<Row>({ caption, columns, rows, keyOf, rowHeadings }: TableProps<Row>) {
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-sheet"
    >
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ heading, align, className }, index) => (
              <th
                key={index}
                scope="col"
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
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-well/60">
              {columns.map(({ cell, align, className }, index) => {
                const look = classNames(
                  'px-4 py-3 font-normal',
                  align === 'right' ? 'figures text-right' : 'text-left',
                  className,
                )
                return rowHeadings && index === 0 ? (
                  <th key={index} scope="row" className={look}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={index} className={look}>
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
