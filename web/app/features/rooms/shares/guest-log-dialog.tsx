import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { GuestLogEntry, Room } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortTime } from '#platform/format/dates.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { guestLogPage } from '../queries.ts'

/** Everything the invited person opened and downloaded, newest first. */
export function GuestLogDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery(guestLogPage(room._id, page))
  return (
    <Dialog wide onClose={onClose} title="What they opened" description={room.email}>
      <QueryView
        query={query}
        loading={<Loading label="Loading the list" blocks={['h-10', 'h-10', 'h-10']} />}
        error="We couldn’t load the list."
        isEmpty={({ docs }) => docs.length === 0}
        empty={<p className="text-soft">They haven’t opened anything yet.</p>}
      >
        {({ docs, page: shown, totalPages }) => (
          <div className="grid gap-3" aria-busy={query.isPlaceholderData}>
            <ul className="grid divide-y divide-line">
              {docs.map((entry) => (
                <li
                  key={entry._id}
                  className="grid gap-x-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
                >
                  <span className="wrap-anywhere">{describeEntry(entry)}</span>
                  <time dateTime={entry.at} className="figures text-sm text-soft">
                    {shortTime(entry.at)}
                  </time>
                </li>
              ))}
            </ul>
            <Pagination label="What they opened" page={shown} totalPages={totalPages} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

/** `Downloaded Ampol.pdf` */
export function describeEntry({
  action,
  about,
  title,
}: Pick<GuestLogEntry, 'action' | 'about' | 'title'>): string {
  const year = about && formatIncomeYear(about)
  const sentences: Record<GuestLogEntry['action'], string> = {
    enter: 'Opened your records',
    openYear: `Viewed ${year ?? 'the income years'}`,
    listReceipts: year ? `Viewed the receipts from ${year}` : 'Viewed the list of receipts',
    search: about ? `Searched for “${about}”` : 'Viewed the list of receipts',
    openReceipt: `Opened ${title ?? 'a receipt'}`,
    viewImage: `Viewed the picture of ${title ?? 'a receipt'}`,
    downloadFile: `Downloaded ${title ?? 'a file'}`,
    downloadFiles: `Downloaded receipts: ${title ?? 'a zip'}`,
    openRecords: year ? `Viewed the records for ${year}` : 'Viewed records',
    openPack: 'Viewed the tax pack’s details',
    downloadPack: `Downloaded ${title ?? 'the tax pack'}`,
  }
  return sentences[action]
}
