import { fileSize } from '@docketbox/contract/core/file-size'
import { Progress } from 'radix-ui'

type ProgressBarProps = {
  label: string
  /** The progress in words. */
  status: string
  value: number
  /** Undefined if it isn't known. */
  total: number | undefined
}

export function ProgressBar({ label, status, value, total }: ProgressBarProps) {
  const percent = total === undefined ? null : Math.round(Math.min(1, value / Math.max(1, total)) * 100)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{label}</span>
        <span className="figures shrink-0 text-soft">{status}</span>
      </div>
      <Progress.Root value={percent} aria-label={label} className="h-2 overflow-hidden rounded-full bg-line">
        <Progress.Indicator
          className={
            percent === null
              ? 'h-full w-1/3 animate-travel rounded-full bg-leaf forced-colors:bg-[CanvasText]'
              : 'h-full rounded-full bg-leaf transition-[width] duration-150 forced-colors:bg-[CanvasText]'
          }
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </Progress.Root>
    </div>
  )
}

type TransferBarProps = { label: string; sentBytes: number; totalBytes: number | undefined }

/** The progress of a file transfer: `1.20 MB of 4.00 MB`. */
export function TransferBar({ label, sentBytes, totalBytes }: TransferBarProps) {
  const status = fileSize(sentBytes) + (totalBytes === undefined ? '' : ` of ${fileSize(totalBytes)}`)
  return <ProgressBar label={label} status={status} value={sentBytes} total={totalBytes} />
}
