import { CategoryMark, categoryPresets, CategoryTile } from '#features/categories'
import { Amount } from '#ui/data/amount.tsx'
import { Card, DocketCard, Perforation } from '#ui/layout/card.tsx'
import { EmptyTin, GumLeaf, TornDocket } from '#ui/feedback/drawings.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { Badge, Stamp } from '#ui/data/stamp.tsx'
import { Table } from '#ui/data/table.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Shelf } from './shelf.tsx'

const payments = [
  { _id: 'pi_3Q', cents: 499, status: 'Successful' },
  { _id: 'pi_4R', cents: 119_700, status: 'Pending' },
]

export function PaperShelf() {
  return (
    <Shelf title="Cards and data">
      <div className="grid gap-6 sm:grid-cols-3">
        <Card>
          <h3 className="text-lg">A card</h3>
          <p className="text-soft">Groups related content.</p>
        </Card>
        <DocketCard>
          <div className="flex items-start justify-between gap-3">
            <h3 className="text-lg">Ampol Newtown</h3>
            <Stamp>Saved</Stamp>
          </div>
          <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-y-1 text-sm">
            <dt className="text-soft">Unleaded 91</dt>
            <dd className="text-right">$62.40</dd>
            <dt className="text-soft">GST included</dt>
            <dd className="text-right">$5.67</dd>
          </dl>
          <Perforation className="my-3" />
          <p className="flex justify-between font-heading text-lg font-semibold">
            Total <Amount cents={6240} />
          </p>
        </DocketCard>
        <DocketCard>
          <h3 className="text-lg">A docket card</h3>
          <p className="text-soft">With a torn lower edge.</p>
        </DocketCard>
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {categoryPresets.map(({ name }) => (
          <CategoryTile key={name} name={name} note="12 files" />
        ))}
      </div>
      <div className="flex gap-3">
        {categoryPresets.map(({ name }) => (
          <CategoryMark key={name} name={name} />
        ))}
      </div>
      <div className="grid grid-cols-3 gap-6 text-leaf">
        <EmptyTin />
        <GumLeaf />
        <TornDocket />
      </div>
      <Table
        caption="Payments"
        rows={payments}
        columns={[
          { heading: 'Payment ID', cell: ({ _id }) => _id },
          { heading: 'Amount', cell: ({ cents }) => <Amount cents={cents} />, align: 'right' },
          { heading: 'Status', cell: ({ status }) => <Badge tone="leaf">{status}</Badge> },
        ]}
      />
      <Pagination label="Payments" page={4} totalPages={12} onPage={() => undefined} />
      <Tabs
        label="Year"
        tabs={[
          { value: 'a', label: '2025-26', content: <p>The current year.</p> },
          { value: 'b', label: '2024-25', content: <p>The previous year.</p> },
        ]}
      />
    </Shelf>
  )
}
