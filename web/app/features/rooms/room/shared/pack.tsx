import { useQuery } from '@tanstack/react-query'
import { PackDownload, packsOf } from '#features/packs'
import { shortTime } from '#platform/format/dates.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'

/** The latest finished pack of a shared year. Without originals it has only the summary and the lists. */
export function SharedPack({ year, withOriginals }: { year: string; withOriginals: boolean }) {
  const packs = useQuery(packsOf(year))
  return (
    <QueryView query={packs} loading={<Loading label="Loading the tax pack" blocks={['h-40']} />}>
      {({ docs }) => {
        const pack = docs.find(({ state }) => state === 'ready')
        const isComing = docs.some(({ state }) => state === 'waiting' || state === 'building')
        return (
          <Card className="grid max-w-2xl gap-3">
            <h2 className="text-lg">Tax pack</h2>
            {pack ? (
              <>
                <p className="text-soft">
                  {withOriginals
                    ? 'A summary, lists for spreadsheets and every original receipt, as they were on '
                    : 'A summary and lists for spreadsheets, as they were on '}
                  {shortTime(pack.takenAt!)}.
                </p>
                {withOriginals ? (
                  <PackDownload pack={pack} />
                ) : (
                  <PackDownload isSmall pack={{ ...pack, sizeBytes: null }} />
                )}
              </>
            ) : (
              <p className="text-soft">
                {isComing
                  ? 'The pack is being made. It’ll appear here when it’s ready.'
                  : 'There’s no pack for this year yet. Ask your client to make one.'}
              </p>
            )}
          </Card>
        )
      }}
    </QueryView>
  )
}
