import { detailFields, detailNames, formatEvidence } from '@docketbox/contract/receipts/evidence'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { classNames } from '#ui/layout/class-names.ts'

type EvidenceMarkProps = {
  receipt: Receipt
  /** Where the words show; elsewhere only screen readers and a long hover get them. */
  className?: string | undefined
}

/** What a receipt's evidence lacks, unless it's still being read. */
export function evidenceText({ missing, isReading }: Receipt): string {
  return isReading ? 'Reading…' : formatEvidence(missing)
}

/** Whether the evidence of a receipt is complete, in a row. */
export function EvidenceMark({ receipt, className }: EvidenceMarkProps) {
  const { missing, isReading } = receipt
  const isComplete = missing.length === 0
  const Icon = isComplete ? CircleCheck : CircleAlert
  const text = evidenceText(receipt)
  return (
    <span
      title={text}
      className={classNames(
        'flex min-w-0 shrink-0 items-center gap-1.5 self-center',
        isReading ? 'text-soft' : isComplete ? 'text-leaf-deep' : 'text-wattle-deep',
      )}
    >
      {isReading ? <Spinner /> : <Icon className="size-4 shrink-0" aria-hidden="true" />}
      <span className={className ?? 'sr-only'}>{text}</span>
    </span>
  )
}

type EvidenceStatusProps = {
  receipt: Receipt
  /** Goes to the field with this name. */
  onFix: (field: string) => void
}

/** Whether a receipt's evidence is complete: each missing detail is a button that leads to its field. */
export function EvidenceStatus({ receipt: { missing, deletedAt }, onFix }: EvidenceStatusProps) {
  if (missing.length === 0) return <Stamp className="justify-self-start">Evidence complete</Stamp>
  return (
    // The facts on paper say it, too.
    <div className="grid gap-2 rounded-md bg-wattle-tint px-3 py-2 text-sm text-wattle-deep print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex items-center gap-1.5 font-semibold">
          <CircleAlert className="size-4 shrink-0" aria-hidden="true" /> To add:
        </span>
        {deletedAt !== null
          ? missing.map((name) => detailNames[name]).join(', ')
          : missing.map((name) => (
              <Button
                key={name}
                size="small"
                variant="secondary"
                aria-label={`Add ${detailNames[name]}`}
                onClick={() => onFix(detailFields[name])}
              >
                {detailNames[name]}
              </Button>
            ))}
      </div>
      {missing.includes('description') && (
        <p>
          The ATO needs to see what you bought. You can write it yourself, as long as you do it before you
          lodge.
        </p>
      )}
    </div>
  )
}
