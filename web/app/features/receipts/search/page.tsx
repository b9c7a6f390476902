import { paths } from '@docketbox/contract/core/paths'
import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import type { Output } from '@docketbox/contract/core/endpoint'
import type { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Camera, FolderOpen, NotebookPen } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage } from '#platform/page/url-params.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { ReceiptDialog } from '../receipt/dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { Filters } from './filters.tsx'
import { filterNames, searchPage, useSearchParameters } from './params.ts'
import { ReceiptTable } from './table.tsx'
import { receiptCount } from './use-bulk-change.ts'
import { useOpenReceipt } from './use-open-receipt.ts'
import { type Selection, useSelection } from './use-selection.ts'

export const meta = () => pageMeta({ title: 'Receipts' })

type Results = Output<typeof receiptEndpoints.search>

/** All receipts: searched, filtered, sorted, and changed many at once. */
export default function ReceiptsPage() {
  const { filter, sort, page, isFiltered, setFilter, setPage } = useSearchParameters()
  const results = useQuery(searchPage(filter, sort, page))
  const selection = useSelection(filter, results.data)
  useClampedPage(results.data, setPage)
  const change = useCallback((changes: Record<string, string>) => setFilter(changes), [setFilter])
  useSearchFocus()
  const receipt = useOpenReceipt()
  const openReceipt = receipt.isBeside ? receipt.select : receipt.open
  return (
    <LeaveGuard>
      <Page
        width="full"
        title="Receipts"
        actions={
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              to={paths.evidence(incomeYearOf(today()))}
              variant="secondary"
              icon={<NotebookPen className="size-4.5" />}
            >
              No receipt?
            </ButtonLink>
            <ButtonLink to={paths.categories} variant="secondary" icon={<FolderOpen className="size-4.5" />}>
              Categories
            </ButtonLink>
          </div>
        }
      >
        <Filters filter={filter} sort={sort} onChange={change} />
        <QueryView
          query={results}
          loading={<ListSkeleton />}
          error={({ message }) => `${receiptTexts.notListed} ${message}`}
          isEmpty={({ totalDocs }) => totalDocs === 0}
          empty={
            isFiltered ? (
              <NoMatches onClear={() => change(Object.fromEntries(filterNames.map((name) => [name, ''])))} />
            ) : (
              <NoReceipts />
            )
          }
        >
          {(data) => (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 min-[75rem]:grid-cols-[minmax(0,1fr)_24rem] min-[100rem]:grid-cols-[minmax(0,1fr)_32rem]">
              <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
                <ResultLine results={data} selection={selection} />
                <ReceiptTable
                  receipts={data.docs}
                  sort={sort}
                  selection={selection}
                  current={receipt.isBeside ? receipt.id : ''}
                  onSort={(next) => change({ sort: next })}
                  onChoose={openReceipt}
                  {...(receipt.isBeside && { onMove: receipt.select })}
                  onOpen={receipt.open}
                />
                <Pagination
                  label="Receipts"
                  page={page}
                  totalPages={data.totalPages}
                  onPage={(next) => setPage(next)}
                />
              </div>
              {receipt.isBeside && <DetailsPanel receipt={receipt} />}
            </div>
          )}
        </QueryView>
        {selection.count > 0 && <BulkBar selection={selection} />}
        {receipt.isDialogOpen && (
          <ReceiptDialog
            id={receipt.id}
            isEditing={false}
            onClose={receipt.leave}
            onRequestClose={receipt.close}
            onDirtyChange={receipt.setHasChanges}
          />
        )}
        {receipt.confirmation}
      </Page>
    </LeaveGuard>
  )
}

/** After `/` on another screen, the search has the focus instead of the heading. */
function useSearchFocus(): void {
  const state = useLocation().state as { isSearching?: boolean } | null
  const isSearching = state?.isSearching === true
  useEffect(() => {
    if (isSearching) document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  }, [isSearching])
}

/** What the receipts add up to, or how many are selected. */
function ResultLine({ results, selection }: { results: Results; selection: Selection }) {
  const { totalDocs, isCountCapped, totalCents, claimableCents, corrections } = results
  const withAmount = results.withAmount ?? 0
  const unknown = totalDocs - withAmount
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <p className="text-sm text-soft" aria-live="polite">
        {selection.count > 0 ? (
          `${selection.receipts.replace(/^m/, 'M')} selected`
        ) : (
          <>
            {corrections.length > 0 && `Showing results for ${corrections.join(', ')}. `}
            {totalCents !== null && withAmount > 0 && (
              <>
                <span className="figures font-semibold text-ink">{formatCents(totalCents)}</span> from{' '}
              </>
            )}
            {isCountCapped && 'More than '}
            {receiptCount(totalDocs)}
            {claimableCents !== null &&
              claimableCents !== totalCents &&
              `, ${formatCents(claimableCents)} claimable`}
            {withAmount > 0 && unknown > 0 && ` (${unknown.toLocaleString('en-AU')} without an amount)`}
          </>
        )}
      </p>
      {!selection.areAll && (
        <Button variant="quiet" size="small" onClick={selection.selectAll}>
          {totalDocs === 1
            ? 'Select it'
            : isCountCapped
              ? 'Select all'
              : `Select all ${totalDocs.toLocaleString('en-AU')}`}
        </Button>
      )}
    </div>
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No matching receipts."
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all
        </Button>
      }
    >
      Try fewer words or filters.
    </EmptyState>
  )
}

function NoReceipts() {
  return (
    <EmptyState
      title="No receipts yet."
      action={
        <ButtonLink to={paths.capture} icon={<Camera className="size-5" />}>
          Scan a receipt
        </ButtonLink>
      }
    >
      Take a photo of a receipt, or upload a file.
    </EmptyState>
  )
}

/** As high as the line above the list and its first rows. */
function ListSkeleton() {
  return (
    <Loading
      label="Loading receipts"
      className="grid gap-px min-[75rem]:mr-104 min-[100rem]:mr-136"
      blocks={['mb-3 h-11 w-48', ...Array.from({ length: 11 }, () => 'h-18 md:h-11')]}
    />
  )
}
