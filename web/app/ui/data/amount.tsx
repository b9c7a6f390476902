import { formatCents } from '@docketbox/contract/core/money'
import { classNames } from '#ui/layout/class-names.ts'

/** Money in tabular figures, which line up in columns. */
export function Amount({ cents, className }: { cents: number; className?: string }) {
  return <span className={classNames('figures whitespace-nowrap', className)}>{formatCents(cents)}</span>
}
