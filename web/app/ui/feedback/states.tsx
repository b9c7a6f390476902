import type { ReactNode } from 'react'
import { RotateCw } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyTin, TornDocket } from './drawings.tsx'

const layout = 'mx-auto grid max-w-sm content-start justify-items-center gap-3 px-4 py-4 text-center sm:py-10'

type StateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Says that there's nothing here, and what to do about it. */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <div className={layout}>
      {/* On a small phone the button below it comes first. */}
      <div className="w-28 text-leaf sm:w-36 [@media(max-height:42rem)]:hidden">
        <EmptyTin />
      </div>
      <h2 className="text-lg">{title}</h2>
      {children && <div className="text-sm text-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  children: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

/** Says what couldn't be loaded, with a button to try again. */
export function ErrorState({ children, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className={layout}>
      <div className="w-28 text-clay">
        <TornDocket />
      </div>
      <p className="font-medium">{children}</p>
      {onRetry && (
        <Button
          variant="secondary"
          icon={RotateCw}
          iconClassName="size-4"
          busy={isRetrying && 'Trying again…'}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
