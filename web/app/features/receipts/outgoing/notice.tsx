import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { product } from '#platform/page/product.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ProgressBar } from '#ui/data/progress.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { isBeingFiled, useOutgoing } from './list.ts'
import { OutgoingProblems, useCategoryName, useTakeBack } from './problems.tsx'
import { isUnsent } from '../pending/limits.ts'
import { useIsSavingRetried } from '../pending/saving.ts'
import { retryFailed } from '../pending/transfers.ts'
import { NOT_STORED } from '../pending/upload.ts'

/** The upload progress and problems of outgoing receipts. */
export function OutgoingNotice() {
  const nameOf = useCategoryName()
  const takeBack = useTakeBack()
  useEffect(retryFailed, [])
  const sending = useOutgoing().filter(isBeingFiled)
  const files = sending.flatMap(({ upload }) => upload.files)
  const [only] = sending.length === 1 ? sending : []
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const sent = files.reduce(
    (sum, { state, sizeBytes, sentBytes }) => sum + (state === 'uploaded' ? sizeBytes : sentBytes),
    0,
  )
  const hasArrived = files.every(({ state }) => state === 'uploaded')
  const hasFailed = files.some(({ state }) => state === 'failed')
  const isSavingRetried = useIsSavingRetried(sending.map(({ upload }) => upload))
  const isOffline = hasFailed || isSavingRetried
  return (
    <>
      {sending.length > 0 && (
        <div className={classNames('flex items-center gap-x-2', hasFailed && 'max-sm:flex-wrap')}>
          <div className={classNames('min-w-0 grow', hasFailed && 'max-sm:basis-full')}>
            <ProgressBar
              label={only ? `Saving to ${nameOf(only)}` : `Saving ${sending.length} receipts`}
              status={isOffline ? 'No connection' : hasArrived ? 'Saving…' : percentOf(sent, total)}
              value={sent}
              total={total}
            />
            {isOffline && (
              <p className="mt-1.5 text-sm text-soft">We’ll finish when {product.name} is open and online.</p>
            )}
          </div>
          {hasFailed && (
            <Button variant="quiet" size="small" className="max-sm:ml-auto" onClick={retryFailed}>
              Try now
            </Button>
          )}
          {only && !hasArrived && takeBack && (
            <Button variant="quiet" size="small" icon={Undo2} onClick={() => takeBack(only)}>
              Undo
            </Button>
          )}
        </div>
      )}
      {files.some((file) => file.isOnlyHere && isUnsent(file)) && (
        <Notice tone="warning" role="alert">
          {NOT_STORED}
        </Notice>
      )}
      <OutgoingProblems />
    </>
  )
}

function percentOf(sent: number, total: number): string {
  return `${Math.floor((100 * sent) / Math.max(1, total))}%`
}
