import type { ReadingProgress } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { ProgressBar } from '#ui/data/progress.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { readAll } from '../mutations.ts'
import { readingProgress } from '../queries.ts'

/** Reads the receipts that were never read. Hidden when there are none, or when this server doesn't read. */
export function ReadAllCard() {
  const { data } = useQuery(readingProgress)
  const start = useMutation(readAll)
  const [hasStarted, setHasStarted] = useState(false)
  const isWaiting = data !== undefined && data.waiting > 0
  if (!data?.isOn || (data.unread === 0 && !isWaiting && !hasStarted)) return null
  if (isWaiting && !hasStarted) setHasStarted(true)
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Read all my receipts</h2>
      <p className="text-soft">
        We fill in the supplier, date, total and GST of receipts you saved before. What you’ve entered stays.
      </p>
      {isWaiting && <Progress progress={data} />}
      {!isWaiting && data.unread > 0 && (
        <div>
          <Button
            variant="secondary"
            icon={<ScanText className="size-4.5" />}
            busy={start.isPending && 'Starting…'}
            onClick={() => start.mutate({})}
          >
            Read {data.unread === 1 ? '1 file' : `${data.unread.toLocaleString('en-AU')} files`}
          </Button>
        </div>
      )}
      {!isWaiting && data.unread === 0 && (
        <p className="font-semibold text-leaf-deep">
          <output>All your receipts have been read.</output>
        </p>
      )}
      <ErrorNotice>{start.error?.message}</ErrorNotice>
    </Card>
  )
}

function Progress({ progress: { waiting, done, failed } }: { progress: ReadingProgress }) {
  const total = waiting + done + failed
  return (
    <div className="grid gap-2">
      <ProgressBar
        label="Reading your receipts"
        status={`${(done + failed).toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')}`}
        value={done + failed}
        total={total}
      />
      <p className="text-sm text-soft">You can leave this page. Reading continues in the background.</p>
    </div>
  )
}
