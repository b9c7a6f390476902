import { formatCents } from '@docketbox/contract/core/money'
import { classNames } from '#ui/layout/class-names.ts'

/** Money, in figures that stand under each other. */
export function Amount({ cents, className }: { cents: number; className?: string }) {
  return <span className={classNames('figures whitespace-nowrap', className)}>{formatCents(cents)}</span>
}
