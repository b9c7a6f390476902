import { dollars } from '#platform/money'
import { classNames } from './class-names.tsx'

/** Money, in figures that stand under each other. */
export function Amount({ cents, className }: { cents: number; className?: string }) {
  return <span className={classNames('figures whitespace-nowrap', className)}>{dollars(cents)}</span>
}
