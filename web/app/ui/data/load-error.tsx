import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

type LoadErrorProps = {
  query: Pick<UseQueryResult, 'data' | 'errorUpdateCount' | 'isFetching' | 'refetch'>
  /** The message. */
  children: ReactNode
}

/** Says in a line that part of a screen couldn't be loaded, until it is. Renders nothing otherwise. */
export function LoadError({ query, children }: LoadErrorProps) {
  if (query.data !== undefined || query.errorUpdateCount === 0) return null
  return (
    <Notice tone="danger" role="alert" className="items-center *:last:grow">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{children}</p>
        <Button
          size="small"
          variant="secondary"
          icon={RotateCw}
          busy={query.isFetching && 'Trying again…'}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      </div>
    </Notice>
  )
}
