import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

/** A grey shape of the size and place of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-md bg-line', className)} />
}

/** Around skeletons: tells screen readers once that something is coming. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
