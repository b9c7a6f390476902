import { receiptCount } from '@docketbox/contract/core/counts'
import type { Category } from '@docketbox/contract/categories/endpoints'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { formatCents } from '@docketbox/contract/core/money'
import type { Output } from '@docketbox/contract/core/endpoint'
import type { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { Button } from '#ui/controls/button.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { BulkBar } from '../bulk/bar.tsx'
import { ReceiptDialog } from '../receipt/dialog.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { NoMatches, NoReceipts } from './empty.tsx'
import { Filters } from './filters/filters.tsx'
import { ReceiptTable } from './table.tsx'
import type { ReceiptListState } from './use-receipts.ts'
import type { Selection } from './use-selection.ts'

type ReceiptsProps = {
  list: ReceiptListState
  /** Whether all are of one category. */
  isOneCategory?: boolean
  /** That category, once it has loaded. */
  category?: Category | undefined
  /** Shown when there are none. */
  empty: string
}

/** A list of receipts: searched, filtered, sorted, changed many at once, with one of them beside it or in a dialog. */
export function Receipts({ list, isOneCategory = false, category, empty }: ReceiptsProps) {
  const { filter, sort, results, selection, receipt, change } = list
  const hasResults = results.data !== undefined && results.data.totalDocs > 0
  // What's typed in it stays, even if the next search finds nothing.
  const isPanelShown = receipt.isBeside && (hasResults || receipt.hasChanges)
  return (
    <>
      {/* Their place stays empty: without them, what has loaded would jump up. */}
      <div
        className={list.isFiltered ? undefined : 'print:hidden'}
        style={list.isEmpty ? { visibility: 'hidden' } : undefined}
      >
        <Filters filter={filter} sort={sort} isOneCategory={isOneCategory} onChange={change} />
      </div>
      <div
        className={classNames(
          'grid grid-cols-1 items-start gap-8 print:block',
          isPanelShown &&
            'min-[75rem]:grid-cols-[minmax(0,1fr)_24rem] min-[100rem]:grid-cols-[minmax(0,1fr)_32rem]',
        )}
      >
        <div className="@container grid grid-cols-1 gap-3" aria-busy={results.isPlaceholderData}>
          <QueryView
            query={results}
            loading={<ListSkeleton />}
            error={({ message }) => `${receiptTexts.notListed} ${message}`}
            isEmpty={({ totalDocs }) => totalDocs === 0}
            empty={list.isFiltered ? <NoMatches onClear={list.clearFilters} /> : <NoReceipts title={empty} />}
          >
            {(data) => (
              <>
                <ResultLine
                  results={data}
                  isOutdated={results.isPlaceholderData}
                  incomeYear={filter.incomeYear}
                  selection={selection}
                />
                <ReceiptTable
                  filter={filter}
                  sort={sort}
                  receipts={data.docs}
                  total={isOneCategory ? data.totalDocs : data.docs.length}
                  selection={selection}
                  isOneCategory={isOneCategory}
                  openId={receipt.id}
                  isBeside={receipt.isBeside}
                  onSort={(next) => change({ sort: next })}
                  onChoose={receipt.isBeside ? receipt.select : receipt.open}
                  {...(receipt.isBeside && { onMove: receipt.select })}
                  onOpen={receipt.open}
                  onEdit={receipt.edit}
                />
                {!isOneCategory && (
                  <Pagination
                    label="Receipts"
                    page={data.page}
                    totalPages={data.totalPages}
                    onPage={(next) => list.setPage(next)}
                  />
                )}
              </>
            )}
          </QueryView>
        </div>
        {isPanelShown && <DetailsPanel receipt={receipt} />}
      </div>
      {selection.count > 0 && <BulkBar selection={selection} category={category} />}
      {receipt.isDialogOpen && (
        <ReceiptDialog
          id={receipt.id}
          isEditing={receipt.isEditing}
          onClose={receipt.leave}
          onRequestClose={receipt.close}
          onDirtyChange={receipt.setHasChanges}
        />
      )}
      {receipt.confirmation}
    </>
  )
}

type ResultLineProps = {
  results: Output<typeof receiptEndpoints.search>
  /** Whether they're those of another search, or page, until this one's arrive. */
  isOutdated: boolean
  /** The one that was filtered by. */
  incomeYear: string | undefined
  selection: Selection
}

/** The totals of the receipts, or how many are selected. */
function ResultLine({ results, isOutdated, incomeYear, selection }: ResultLineProps) {
  const { totalDocs, isCountCapped, totalCents, claimableCents, corrections } = results
  const withAmount = results.withAmount ?? 0
  const unknown = totalDocs - withAmount
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <p className="text-sm text-soft" aria-live="polite">
        {corrections.length > 0 && `Showing results for ${corrections.join(', ')}. `}
        {selection.isSelecting ? (
          `${selection.count > 0 ? selection.receipts.replace(/^m/, 'M') : 'None'} selected`
        ) : (
          <>
            {totalCents !== null && withAmount > 0 && (
              <>
                <span className="figures font-semibold text-ink">{formatCents(totalCents)}</span> from{' '}
              </>
            )}
            {isCountCapped && 'More than '}
            {receiptCount(totalDocs)}
            {incomeYear && ` in ${formatIncomeYear(incomeYear)}`}
            {claimableCents !== null &&
              claimableCents !== totalCents &&
              `, ${formatCents(claimableCents)} for work`}
            {withAmount > 0 &&
              unknown > 0 &&
              ` (${unknown.toLocaleString('en-AU')} without an amount in dollars)`}
          </>
        )}
      </p>
      <div className="flex print:hidden">
        {(totalDocs > 1 || selection.isSelecting) && (
          <Button
            variant="quiet"
            size="small"
            // Wider screens show the checkboxes anyway.
            className={classNames((!selection.isSelecting || selection.count > 0) && 'md:hidden')}
            onClick={selection.isSelecting ? selection.clear : selection.start}
          >
            {selection.isSelecting ? 'Done' : 'Select'}
          </Button>
        )}
        {/* The same button for both, which keeps the focus. Phones have “Done”. */}
        <Button
          variant="quiet"
          size="small"
          className={classNames(selection.areAll && 'max-md:hidden')}
          // It would select all that match the search that's loading.
          aria-disabled={isOutdated || undefined}
          onClick={isOutdated ? undefined : selection.areAll ? selection.clear : selection.selectAll}
        >
          {selection.areAll
            ? 'Select none'
            : totalDocs === 1
              ? 'Select it'
              : isCountCapped
                ? 'Select all'
                : `Select all ${totalDocs.toLocaleString('en-AU')}`}
        </Button>
      </div>
    </div>
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
