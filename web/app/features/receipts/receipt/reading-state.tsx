import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { readAgain } from '../mutations.ts'
import { readingStatus } from '../queries.ts'

const FIELDS_UNKNOWN = 'You can enter its details yourself.'

/** Whether reading a receipt is under way or failed, with a button to read it again. Nothing once it was read. */
export function ReadingState({ receipt }: { receipt: ReceiptDetails }) {
  const state = useReadingState(receipt)
  switch (state) {
    case 'waiting':
      return (
        <Notice>
          <output className="flex items-center gap-2">
            <Spinner /> Reading the receipt…
          </output>
        </Notice>
      )
    case 'failed':
    case 'empty':
      return (
        <Notice tone="warning">
          <p>
            {state === 'failed'
              ? 'We couldn’t read this receipt.'
              : 'We didn’t find any details on this receipt.'}{' '}
            {FIELDS_UNKNOWN}
          </p>
          <ReadButton receipt={receipt}>Read again</ReadButton>
        </Notice>
      )
    case 'unread':
      return (
        <Notice>
          <p>We haven’t read this receipt yet.</p>
          <ReadButton receipt={receipt}>Read it now</ReadButton>
        </Notice>
      )
    case 'read':
    case 'none':
      return null
  }
}

export function ReadAgain({ receipt }: { receipt: ReceiptDetails }) {
  return useReadingState(receipt) === 'read' && <ReadButton receipt={receipt}>Read again</ReadButton>
}

/** `none`: there's nothing to read, or this server doesn't read. */
function useReadingState({ file, readings, deletedAt }: ReceiptDetails) {
  // The receipt says when it was read; no need to ask about others.
  const { data: status } = useQuery({ ...readingStatus, refetchInterval: false })
  const isReadable = file.some(({ preview, type }) => preview !== 'locked' && type !== 'application/msword')
  if (!status?.isOn || !isReadable || deletedAt) return 'none'
  const states = readings.map(({ state }) => state)
  if (states.includes('waiting')) return 'waiting'
  if (readings.some(({ fields }) => Object.values(fields ?? {}).some(Boolean))) return 'read'
  if (states.includes('failed')) return 'failed'
  return states.includes('done') ? 'empty' : 'unread'
}

type ReadButtonProps = { receipt: ReceiptDetails; children: string }

function ReadButton({ receipt, children }: ReadButtonProps) {
  const read = useMutation({ ...readAgain, onError: toastError })
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3"
        icon={ScanText}
        busy={read.isPending && 'Reading…'}
        onClick={() => read.mutate({ params: { uploadId: receipt._id } })}
      >
        {children}
      </Button>
    </div>
  )
}
