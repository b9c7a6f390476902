import { Progress as RadixProgress } from 'radix-ui'
import { fileSize } from '#platform/format/file-size.ts'

type ProgressBarProps = {
  label: string
  /** Between 0 and 1; undefined while unknown. */
  share: number | undefined
  /** Shown instead of the percentage: `1.20 MB of 4.00 MB`. */
  note?: string
}

export function ProgressBar({ label, share, note }: ProgressBarProps) {
  const percent = share === undefined ? null : Math.round(Math.min(1, share) * 100)
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="figures shrink-0 text-soft">{note ?? (percent !== null && `${percent}%`)}</span>
      </div>
      <RadixProgress.Root
        value={percent}
        aria-label={label}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <RadixProgress.Indicator
          className={
            percent === null
              ? 'h-full w-1/3 animate-travel rounded-full bg-leaf'
              : 'h-full rounded-full bg-leaf transition-[width] duration-150'
          }
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </RadixProgress.Root>
    </div>
  )
}

/** The progress of a file transfer, with sizes. */
export function TransferBar(props: { label: string; sentBytes: number; totalBytes: number | undefined }) {
  const { label, sentBytes, totalBytes } = props
  return (
    <ProgressBar
      label={label}
      share={totalBytes === undefined ? undefined : sentBytes / Math.max(1, totalBytes)}
      note={
        totalBytes === undefined ? fileSize(sentBytes) : `${fileSize(sentBytes)} of ${fileSize(totalBytes)}`
      }
    />
  )
}
