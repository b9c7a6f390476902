import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#ui/data/load-error.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { subscriberCounts } from '../queries.ts'

const standardPlans = ['Trial', 'Pro', 'Premium']

type PlanFilterProps = { plan: string; onPlan: (plan: string) => void }

/** The number of people on each plan; selecting one filters the list. */
export function PlanFilter({ plan, onPlan }: PlanFilterProps) {
  const query = useQuery(subscriberCounts)
  const { data } = query
  const isLoading = !data && query.errorUpdateCount === 0
  const totals = new Map(data?.byPlan.map(({ planName, total }) => [planName, total]))
  const others = [...totals.keys()].filter((name) => !standardPlans.includes(name))
  const choices = [
    { value: 'All', label: 'All', total: data?.all },
    ...[...standardPlans, ...others].map((name) => ({
      value: name,
      label: name,
      total: data && (totals.get(name) ?? 0),
    })),
    { value: 'None', label: 'No plan', total: data?.withoutPlan },
  ]
  return (
    <>
      <LoadError query={query}>We couldn’t count the people on each plan.</LoadError>
      <fieldset aria-label="Plan" className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-3">
        {choices.map(({ value, label, total }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === plan}
            onClick={() => onPlan(value)}
            className={classNames(
              'grid min-h-20 content-between rounded-lg border px-4 py-3 text-left transition-colors duration-150',
              value === plan ? 'border-leaf bg-leaf-tint' : 'border-line bg-sheet hover:border-leaf',
            )}
          >
            <span className="text-sm font-semibold text-soft">{label}</span>{' '}
            {isLoading && <Skeleton className="h-7 w-12" />}
            {total !== undefined && (
              <span className="figures font-heading text-2xl font-bold">{total.toLocaleString('en-AU')}</span>
            )}
          </button>
        ))}
      </fieldset>
    </>
  )
}
