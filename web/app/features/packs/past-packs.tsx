import { fileSize } from '@docketbox/contract/core/file-size'
import { receiptCount } from '@docketbox/contract/core/counts'
import type { Pack } from '@docketbox/contract/packs/endpoints'
import { shortTime } from '#platform/format/dates.ts'
import { PackDownload } from './pack-download.tsx'

export function PastPacks({ packs }: { packs: readonly Pack[] }) {
  return (
    <section aria-labelledby="past-packs" className="grid gap-2">
      <h2 id="past-packs" className="text-lg">
        Past packs
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-sheet">
        {packs.map((pack) => (
          <li
            key={pack._id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
          >
            <span className="grid">
              <span className="font-medium">{shortTime(pack.takenAt ?? pack.requestedAt)}</span>
              <span className="figures text-sm text-soft">
                {pack.state === 'ready'
                  ? `${receiptCount(pack.receipts)} · ${fileSize(pack.sizeBytes ?? 0)}`
                  : pack.sizeBytes === null
                    ? 'Not finished'
                    : 'One of its files can’t be read any more'}
              </span>
            </span>
            {pack.state === 'ready' && <PackDownload pack={pack} isSmall />}
          </li>
        ))}
      </ul>
    </section>
  )
}
