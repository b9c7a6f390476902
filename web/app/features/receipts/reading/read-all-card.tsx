import type { ReadingProgress } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ScanText, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { ProgressBar } from '#ui/data/progress.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { readAll, stopReading } from '../mutations.ts'
import { readingProgress } from '../queries.ts'

/** Reads the receipts that were never read. `isOptional` hides it when there's nothing to read. */
export function ReadAllCard({ isOptional = false }: { isOptional?: boolean }) {
  const { data, error } = useQuery(readingProgress)
  const [hasStarted, setHasStarted] = useState(false)
  const isWaiting = data !== undefined && data.waiting > 0
  if (isWaiting && !hasStarted) setHasStarted(true)
  const hasWork = data?.isOn === true && (data.unread > 0 || isWaiting || hasStarted)
  if (isOptional && !hasWork) return null
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Read all my receipts</h2>
      <p className="text-soft">
        We fill in the supplier, date, total and GST of receipts you’ve already saved. We won’t change
        anything you’ve entered.
      </p>
      {/* With something to read, as high as progress is, so that nothing below moves. */}
      <div className={classNames('grid content-start gap-3', hasWork ? 'min-h-37 sm:min-h-32' : 'min-h-11')}>
        {data && <State progress={data} />}
        {!data && (error ? <ErrorNotice>{error.message}</ErrorNotice> : <Skeleton className="h-11 w-44" />)}
      </div>
    </Card>
  )
}

function State({ progress }: { progress: ReadingProgress }) {
  const start = useMutation(readAll)
  const { isOn, waiting, unread } = progress
  if (!isOn) return <p>We can’t read receipts at the moment. Please try again later.</p>
  if (waiting > 0) return <Progress progress={progress} />
  if (unread === 0) {
    return <output className="font-semibold text-leaf-deep">All your receipts have been read.</output>
  }
  return (
    <>
      <div>
        <Button
          variant="secondary"
          icon={ScanText}
          busy={start.isPending && 'Starting…'}
          onClick={() => start.mutate({})}
        >
          Read {unread === 1 ? '1 file' : `${unread.toLocaleString('en-AU')} files`}
        </Button>
      </div>
      <ErrorNotice>{start.error?.message}</ErrorNotice>
    </>
  )
}

function Progress({ progress: { waiting, done, failed } }: { progress: ReadingProgress }) {
  const stop = useMutation(stopReading)
  const total = waiting + done + failed
  return (
    <>
      <ProgressBar
        label="Reading your receipts"
        status={`${(done + failed).toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')}`}
        value={done + failed}
        total={total}
      />
      <p className="text-sm text-soft">You can leave this page. Reading continues in the background.</p>
      <div>
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          icon={X}
          busy={stop.isPending && 'Stopping…'}
          onClick={() => stop.mutate({})}
        >
          Stop reading
        </Button>
      </div>
      <ErrorNotice>{stop.error?.message}</ErrorNotice>
    </>
  )
}
