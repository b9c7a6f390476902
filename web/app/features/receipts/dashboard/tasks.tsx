import { paths } from '@docketbox/contract/core/paths'
import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Inbox, ListChecks, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import { Link } from 'react-router'
import { receiptsToCheck } from '../queries.ts'

type TasksProps = Pick<ReceiptSummary, 'toFile' | 'toCheck'> & { openNotes: number }

/** What waits for the user: uploads to file, receipts whose details need a check, and an accountant's questions. */
export function Tasks({ toFile, toCheck, openNotes }: TasksProps) {
  const { data } = useQuery({ ...receiptsToCheck, enabled: toCheck > 0 })
  const first = data?.ids[0]
  if (toFile === 0 && toCheck === 0 && openNotes === 0) return null
  return (
    <ul aria-label="To do" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {toFile > 0 && (
        <Task to={paths.toFile} count={toFile} verb="to file" Icon={Inbox}>
          {toFile === 1 ? 'Choose a category' : 'Choose a category for each'}
        </Task>
      )}
      {toCheck > 0 && (
        <Task to={first && paths.review(first)} count={toCheck} verb="to check" Icon={ListChecks}>
          We’re not sure about some details
        </Task>
      )}
      {openNotes > 0 && (
        <Task
          to={`${paths.shares}#questions`}
          count={openNotes}
          verb="to answer"
          Icon={MessageCircleQuestion}
        >
          Asked by your accountant
        </Task>
      )}
    </ul>
  )
}

type TaskProps = {
  /** Undefined while it isn't known yet. */
  to: string | undefined
  count: number
  verb: string
  Icon: LucideIcon
  children: string
}

function Task({ to, count, verb, Icon, children }: TaskProps) {
  const className =
    'flex min-h-16 items-center gap-3 rounded-lg border border-line bg-sheet px-4 py-2 shadow-sheet'
  const contents = (
    <>
      <span className="grid size-10 @max-[10rem]:hidden shrink-0 place-items-center rounded-full bg-wattle-tint text-wattle-deep">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="figures block font-semibold">
          {count.toLocaleString('en-AU')} {verb}
        </span>
        <span className="block text-sm text-soft">{children}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
    </>
  )
  return (
    <li className="@container">
      {to ? (
        <Link to={to} className={`${className} hover:border-leaf`}>
          {contents}
        </Link>
      ) : (
        <div className={className}>{contents}</div>
      )}
    </li>
  )
}
