import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

/** A grey shape in place of content that's loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-pulse rounded-md bg-line', className)} />
  )
}

type LoadingProps = {
  label: string
  /** The class names of each skeleton, the same height as what it stands for. */
  blocks?: readonly string[]
  children?: ReactNode
  className?: string
}

/** Skeletons, announced once to screen readers. */
export function Loading({ label, blocks = [], children, className = 'grid gap-3' }: LoadingProps) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
      {blocks.map((block, index) => (
        <Skeleton key={index} className={block} />
      ))}
    </div>
  )
}
