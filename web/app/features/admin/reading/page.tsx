import { adminTexts, MAX_MEASURED_VALUES, type ReadingAccuracy } from '@docketbox/contract/admin/endpoints'
import { useQuery } from '@tanstack/react-query'
import { pageMeta } from '#platform/page/meta.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { readingAccuracy } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Reading' })

type FieldRow = ReadingAccuracy['fields'][number] & { _id: string }

const fieldNames: Record<FieldRow['field'], string> = {
  supplier: 'Supplier',
  supplierAbn: 'Supplier ABN',
  documentDate: 'Date',
  totalCents: 'Total',
  gstCents: 'GST',
}
const numberText = (value: number) => value.toLocaleString('en-AU')

const columns: Column<FieldRow>[] = [
  column('Field', ({ field }) => fieldNames[field], 'whitespace-nowrap'),
  column('Shown as', ({ level }) => (
    <Badge tone={level === 'sure' ? 'leaf' : 'wattle'}>{level === 'sure' ? 'Filled in' : 'Suggested'}</Badge>
  )),
  figureColumn('Checked by users', ({ decided }) => numberText(decided)),
  figureColumn('Unchanged', ({ kept }) => numberText(kept)),
  figureColumn('Corrected', ({ decided, kept }) => numberText(decided - kept)),
  figureColumn('Accuracy', ({ decided, kept }) => `${((kept / decided) * 100).toFixed(1)}%`),
]

/** Whether receipts can be read, and how often people kept what was read. */
export default function ReadingPage() {
  const query = useQuery(readingAccuracy)
  return (
    <Page
      title="Reading"
      lead={`How often users kept what we read from their receipts, out of the last ${numberText(MAX_MEASURED_VALUES)} values they saved, accepted or corrected.`}
    >
      <QueryView
        query={query}
        loading={<Loading label="Loading accuracy figures" blocks={['h-12', 'h-80']} />}
        error={adminTexts.notFetched}
      >
        {({ reader, fields }) => (
          <>
            <ReaderStatus reader={reader} />
            {fields.length === 0 ? (
              <EmptyState title="Nothing to measure yet.">
                Numbers appear once users accept or correct what was read.
              </EmptyState>
            ) : (
              <Table
                caption="Accuracy by field"
                columns={columns}
                rows={fields.map((row) => ({ ...row, _id: `${row.field} ${row.level}` }))}
              />
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function ReaderStatus({ reader }: Pick<ReadingAccuracy, 'reader'>) {
  switch (reader) {
    case 'ready':
      return <Notice tone="success">The reader is ready.</Notice>
    case 'off':
      return <Notice>Reading is turned off on this server (READING=off).</Notice>
    case 'unusable':
      return (
        <Notice tone="danger">
          Receipts aren’t being read: the reader’s models are missing or damaged. Check READING_MODEL_DIR, or
          install the product again, then restart it.
        </Notice>
      )
  }
}
