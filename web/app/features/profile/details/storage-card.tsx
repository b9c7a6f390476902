import { fileSize } from '@docketbox/contract/core/file-size'
import type { StorageState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { storage, StorageWarning } from '#features/subscriptions'
import { ProgressBar } from '#ui/data/progress.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'

/** How much of the plan's storage is used, with a warning when it's nearly full. */
export function StorageCard() {
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Storage</h2>
      <QueryView
        query={useQuery(storage)}
        loading={<Loading label="Loading your storage" blocks={['h-8', 'h-10']} />}
        error="We couldn’t load your storage."
      >
        {(state) => <Meter {...state} />}
      </QueryView>
    </Card>
  )
}

function Meter(state: StorageState) {
  const { usedBytes, limitBytes } = state
  return (
    <>
      <ProgressBar
        label="Used"
        status={`${fileSize(usedBytes)} of ${fileSize(limitBytes)}`}
        value={usedBytes}
        total={limitBytes}
      />
      <StorageWarning {...state} />
      <p className="text-sm text-soft">
        Each file counts once. Previous versions count too, and so do files in the bin until they’re
        permanently deleted.
      </p>
    </>
  )
}
