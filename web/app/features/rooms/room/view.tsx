import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { OpenRoom } from '@docketbox/contract/rooms/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LogOut } from 'lucide-react'
import { SharedExpenses } from '#features/expenses-without-receipt'
import { SharedRecords } from '#features/records'
import { product } from '#platform/page/product.ts'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { useUrlParams } from '#platform/page/url-params.ts'
import { leaveGuestSession } from '#platform/session/guest-session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { GuestRoomContext } from '#ui/forms/kept-input.ts'
import { Page } from '#ui/layout/page.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Notes } from '../notes/notes.tsx'
import { currentRoom, leaveRoom } from '../queries.ts'
import { ClientsLink } from './clients-link.tsx'
import { OwnAddress } from './own-address.tsx'
import { RoomSkeleton } from './skeleton.tsx'
import { SharedPack } from './shared/pack.tsx'
import { SharedReceipts } from './receipts/list.tsx'
import { ReviewedButton } from './reviewed-button.tsx'
import { SharedYear } from './shared/year.tsx'

/** The shared records, read-only. */
export function RoomView() {
  const room = useQuery(currentRoom)
  const view = (
    <QueryView query={room} loading={<RoomSkeleton />}>
      {(data) => (
        <GuestRoomContext value={data._id}>
          <OwnAddress roomId={data._id}>
            <OpenedRoom room={data} />
          </OwnAddress>
        </GuestRoomContext>
      )}
    </QueryView>
  )
  const hasFailed = room.data === undefined && room.errorUpdateCount > 0
  return hasFailed ? <Page title="Shared records">{view}</Page> : view
}

function OpenedRoom({ room }: { room: OpenRoom }) {
  const { owner, ownerEmail, email, years, until, withOriginals } = room
  const { params, setParams } = useUrlParams()
  const chosen = params.get('year') ?? ''
  const year = years.includes(chosen) ? chosen : years.at(-1)!
  const [visited, setVisited] = useState([year])
  if (!visited.includes(year)) setVisited([...visited, year])
  const tab = params.get('tab') ?? 'year'
  const leave = useMutation(leaveRoom)
  // An accountant may have a tab for each client, and saves what's printed under this name.
  useEffect(() => {
    const usualTitle = document.title
    document.title = `${owner}’s records · ${product.name}`
    return () => void (document.title = usualTitle)
  }, [owner])
  return (
    <Page
      title={`${owner}’s records`}
      lead={`Shared by ${ownerEmail} with ${email} until ${formatDayUnbroken(until)}. You can view them, but not change them.`}
      actions={
        <div className="flex flex-wrap gap-3 print:hidden">
          {years.length > 1 && (
            <Select
              aria-label="Income year"
              value={year}
              onChange={({ target }) => setParams({ year: target.value, q: '', page: '', receipt: '' })}
              options={years.toReversed().map((label) => [label, formatIncomeYear(label)])}
            />
          )}
          <ClientsLink />
          <Button
            variant="secondary"
            icon={LogOut}
            busy={leave.isPending && 'Leaving…'}
            onClick={() => leave.mutate({}, { onSettled: leaveGuestSession })}
          >
            Leave
          </Button>
        </div>
      }
    >
      <Tabs
        label={`Records for ${formatIncomeYear(year)}`}
        state={[tab, (next) => setParams({ tab: next })]}
        tabs={[
          { value: 'year', label: formatIncomeYear(year), content: <SharedYear key={year} year={year} /> },
          {
            value: 'receipts',
            label: 'Receipts',
            // Only loaded once it's opened, because the owner sees what a guest opens.
            content: tab === 'receipts' && (
              <SharedReceipts key={year} year={year} withOriginals={withOriginals} />
            ),
          },
          {
            value: 'records',
            label: 'Records',
            content: tab === 'records' && (
              <div key={year} className="grid grid-cols-1 gap-8">
                <SharedRecords year={year} />
                <SharedExpenses year={year} />
              </div>
            ),
          },
          {
            value: 'pack',
            label: 'Tax pack',
            content: tab === 'pack' && <SharedPack key={year} year={year} withOriginals={withOriginals} />,
          },
          {
            value: 'questions',
            label: 'Questions',
            // Those of visited years stay mounted to keep their input, like hidden tabs.
            content: visited.map((label) => (
              <div key={label} hidden={label !== year} className="grid max-w-2xl grid-cols-1 gap-5">
                <ReviewedButton about={{ incomeYear: label }} />
                <Notes about={{ incomeYear: label }} isShown={tab === 'questions' && label === year} />
              </div>
            )),
          },
        ]}
      />
    </Page>
  )
}
