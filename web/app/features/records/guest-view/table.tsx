import { type Key, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { type Column, Table } from '#ui/data/table.tsx'

const SHOWN_FIRST = 10

type RecordTableProps<Row> = { title: string; columns: readonly Column<Row>[]; rows: readonly Row[] }

/** Records of one kind, the first of them at first; nothing if there are none. */
export function RecordTable<Row extends { _id: Key }>({ title, columns, rows }: RecordTableProps<Row>) {
  const [areAllShown, setAllShown] = useState(false)
  if (rows.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">{title}</h2>
      <Table caption={title} columns={columns} rows={areAllShown ? rows : rows.slice(0, SHOWN_FIRST)} />
      {!areAllShown && rows.length > SHOWN_FIRST && (
        <div>
          <Button variant="secondary" onClick={() => setAllShown(true)}>
            Show all {rows.length.toLocaleString('en-AU')}
          </Button>
        </div>
      )}
    </section>
  )
}
