import { countOf } from '@docketbox/contract/core/counts'
import type { Pack } from '@docketbox/contract/packs/endpoints'
import { ChevronRight } from 'lucide-react'
import { shortTime } from '#platform/format/dates.ts'
import { ProgressBar } from '#ui/data/progress.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { PackDownload } from './pack-download.tsx'

/** The latest pack: its progress, or its contents and the download. */
export function LatestPack({ pack }: { pack: Pack }) {
  return (
    // The same height in every state, so that nothing below moves.
    <Card className="grid min-h-56 content-start gap-4">
      {pack.state === 'ready' ? (
        <ReadyPack pack={pack} />
      ) : pack.state === 'failed' ? (
        <>
          <h2 className="text-lg">We couldn’t make this pack</h2>
          <p className="text-soft">Your receipts are safe. Please try again.</p>
        </>
      ) : (
        <PackProgress pack={pack} />
      )}
    </Card>
  )
}

function PackProgress({ pack: { progress, files, checkedFiles, takenAt } }: { pack: Pack }) {
  const steps =
    takenAt === null
      ? 'Collecting your receipts…'
      : checkedFiles < files
        ? `Checking file ${checkedFiles.toLocaleString('en-AU')} of ${files.toLocaleString('en-AU')}`
        : 'Writing the summary and the lists…'
  return (
    <>
      <h2 className="text-lg">Making your pack</h2>
      <ProgressBar label={steps} status={`${progress}%`} value={progress} total={100} />
      <p className="text-sm text-soft">
        You can leave this page. The pack has your receipts as they were when you started it.
      </p>
    </>
  )
}

function ReadyPack({ pack }: { pack: Pack }) {
  const { takenAt, receipts, files, leftOut, manifestSha256 } = pack
  return (
    <>
      <div className="grid gap-1">
        <h2 className="text-lg">Your pack is ready</h2>
        <p className="text-soft">
          {countOf(receipts, 'receipt')} and {countOf(files - leftOut, 'original file')}, as they were on{' '}
          {shortTime(takenAt!)}.
        </p>
      </div>
      {leftOut > 0 && (
        <Notice tone="warning">
          {countOf(leftOut, 'file')} {leftOut === 1 ? 'is' : 'are'} damaged and not in the pack. The summary
          lists {leftOut === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      <PackDownload pack={pack} />
      <details className="group text-sm text-soft">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-leaf-deep">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
          What’s in it, and how to check it
        </summary>
        <div className="grid gap-2 pt-1">
          <p>
            <strong>summary.pdf</strong> has the totals by label and category and what’s missing.{' '}
            <strong>receipts.csv</strong> and <strong>receipts.xlsx</strong> list every receipt and every
            expense without one. The originals are in folders by label. Those of assets from earlier years
            have a separate folder.
          </p>
          <p>
            Open <strong>verify.html</strong> from the zip and drop the pack on it: it checks that no file has
            changed, even offline. It also shows this fingerprint:
          </p>
          <p className="figures text-xs break-all">{manifestSha256}</p>
        </div>
      </details>
    </>
  )
}
