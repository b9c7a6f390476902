import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LatestPack } from './latest-pack.tsx'
import { MakePack } from './make-pack.tsx'
import { PastPacks } from './past-packs.tsx'
import { packsOf } from './queries.ts'

export const meta = () => pageMeta({ title: 'Tax pack' })

/** Makes and downloads the pack of an income year. */
export default function PackPage() {
  const { incomeYear = '' } = useParams()
  const year = formatIncomeYear(incomeYear)
  useTitle(`Tax pack ${year}`)
  return (
    <Page
      width="form"
      title={`Tax pack ${year}`}
      back={{ to: paths.year(incomeYear), label: `Income year ${year}` }}
      lead="One zip for you or your tax agent: a summary, lists for spreadsheets, every original receipt, and a page that checks nothing has changed."
    >
      <QueryView
        query={useQuery(packsOf(incomeYear))}
        loading={<Loading label="Loading your packs" blocks={['h-64', 'h-40']} className="grid gap-6" />}
      >
        {({ docs: [latest, ...past] }) => (
          <>
            {latest && <LatestPack pack={latest} />}
            <MakePack incomeYear={incomeYear} latest={latest} />
            {past.length > 0 && <PastPacks packs={past} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}
