import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { receiptCount } from '@docketbox/contract/core/counts'
import { formatCents } from '@docketbox/contract/core/money'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, MessageCircle } from 'lucide-react'
import { useCallback } from 'react'
import { ReceiptLines, Thumbnail } from '#features/receipts'
import { query } from '#platform/api/query.ts'
import { useClampedPage, useListParams } from '#platform/page/url-params.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { useDialogEntry } from '../../dialog-entry.ts'
import { roomNotes } from '../../queries.ts'
import { SharedReceiptDialog } from './dialog.tsx'

const LIMIT = 50

/** The receipts of a shared year, searched and opened. */
export function SharedReceipts({ year, withOriginals }: { year: string; withOriginals: boolean }) {
  const { params, page, setFilter, setPage } = useListParams()
  const { value: opened, open, close } = useDialogEntry('receipt')
  const q = params.get('q') ?? ''
  const results = useQuery({
    ...query(receiptEndpoints.search, {
      query: { incomeYear: year, page, limit: LIMIT, ...(q && { q }) },
    }),
    placeholderData: keepPreviousData,
  })
  const { data: notes } = useQuery(roomNotes({ incomeYear: year }))
  useClampedPage(results.data, setPage)
  const handleSearch = useCallback((text: string) => setFilter({ q: text }), [setFilter])
  const has = (receipt: string, kinds: readonly string[]) =>
    notes?.docs.some((note) => note.receipt === receipt && kinds.includes(note.kind)) ?? false
  const markOf = (id: string) =>
    notes?.docs.find(({ receipt, kind }) => receipt === id && kind === 'reviewed')
  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchField
        label="Search receipts"
        text={q}
        onText={handleSearch}
        maxLength={MAX_LENGTH.receiptSearch}
      />
      <QueryView
        query={results}
        loading={
          <Loading
            label="Loading receipts"
            className="grid gap-px"
            blocks={Array.from({ length: 6 }, () => 'h-18')}
          />
        }
        error="We couldn’t load the receipts."
        isEmpty={({ totalDocs }) => totalDocs === 0}
        empty={
          <p className="py-6 text-center text-soft">
            {q ? 'No matching receipts.' : 'No receipts in this year.'}
          </p>
        }
      >
        {({ docs, page: shown, totalDocs, isCountCapped, totalCents, withAmount, totalPages }) => (
          <>
            <p className="text-sm text-soft" aria-live="polite">
              {totalCents !== null && withAmount !== 0 && (
                <>
                  <span className="figures font-semibold text-ink">{formatCents(totalCents)}</span> from{' '}
                </>
              )}
              {isCountCapped && 'More than '}
              {receiptCount(totalDocs)}
            </p>
            <ul
              className="@container divide-y divide-line rounded-lg border border-line bg-sheet"
              aria-busy={results.isPlaceholderData}
            >
              {docs.map((receipt) => (
                <li key={receipt._id}>
                  <button
                    type="button"
                    onClick={() => open(receipt._id)}
                    className="flex h-18 w-full min-w-0 items-center gap-3 px-3 text-left hover:bg-well/60"
                  >
                    {receipt.file[0] && <Thumbnail receiptId={receipt._id} file={receipt.file[0]} />}
                    <ReceiptLines receipt={receipt} />
                    <span className="flex w-11 shrink-0 justify-end gap-1.5 text-leaf max-sm:w-auto max-sm:empty:hidden">
                      {has(receipt._id, ['request', 'comment', 'label']) && (
                        <>
                          <MessageCircle className="size-4.5 text-sky" aria-hidden="true" />
                          <span className="sr-only">Has comments</span>
                        </>
                      )}
                      <ReviewedMark mark={markOf(receipt._id)} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <Pagination label="Receipts" page={shown} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryView>
      {opened !== '' && <SharedReceiptDialog id={opened} withOriginals={withOriginals} onClose={close} />}
    </div>
  )
}

function ReviewedMark({ mark }: { mark: Note | undefined }) {
  if (!mark) return null
  return mark.hasChanged ? (
    <>
      <CircleAlert className="size-4.5 text-wattle-deep" aria-hidden="true" />
      <span className="sr-only">Changed since you reviewed it</span>
    </>
  ) : (
    <>
      <CircleCheck className="size-4.5" aria-hidden="true" />
      <span className="sr-only">Reviewed</span>
    </>
  )
}
