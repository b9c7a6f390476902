import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-lg border border-line bg-sheet p-5 shadow-sheet', className)}
    />
  )
}

/** A card with the torn lower edge of a docket. With `fills` it's the same height as its neighbours. */
export function DocketCard({ className, fills, ...rest }: ComponentProps<'div'> & { fills?: boolean }) {
  return (
    <div className={classNames('docket-shadow', fills && 'h-full')}>
      <div
        {...rest}
        className={classNames('docket rounded-t-sm bg-sheet px-5 pt-5 pb-8', fills && 'h-full', className)}
      />
    </div>
  )
}

export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('perforation', className)} />
}
