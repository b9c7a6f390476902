import type { ReactNode } from 'react'
import { RotateCw } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { EmptyTin, TornDocket } from './drawings.tsx'

type StateProps = {
  title: ReactNode
  children?: ReactNode
  drawing?: ReactNode
  /** What to do next. */
  action?: ReactNode
  className?: string
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, drawing = <EmptyTin />, action, className }: StateProps) {
  return (
    <div
      className={classNames(
        'mx-auto grid max-w-sm content-start justify-items-center gap-3 px-4 py-10 text-center',
        className,
      )}
    >
      <div className="w-36 text-leaf">{drawing}</div>
      <h2 className="text-lg">{title}</h2>
      {children && <div className="text-sm text-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  /** What happened, as a sentence. */
  children: ReactNode
  onRetry?: () => void
  /** While the retry runs. */
  isRetrying?: boolean
  className?: string
}

/** It could not be loaded: what happened, and another try. */
export function ErrorState({ children, onRetry, isRetrying, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'mx-auto grid max-w-sm content-start justify-items-center gap-3 px-4 py-10 text-center',
        className,
      )}
    >
      <div className="w-28 text-clay">
        <TornDocket />
      </div>
      <p className="font-medium">{children}</p>
      {onRetry && (
        <Button
          variant="secondary"
          icon={<RotateCw className="size-4" />}
          busy={isRetrying && 'Trying again…'}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
