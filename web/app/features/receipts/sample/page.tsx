import { LayoutDashboard, LogOut, Settings, UserRound } from 'lucide-react'
import { pageMeta } from '#platform/page/meta.ts'
import { PageHeading } from '#ui/layout/page-heading.tsx'

export const meta = () => pageMeta({ title: 'Sample' })

const places = [
  { label: 'Dashboard', icon: LayoutDashboard },
  { label: 'Profile', icon: UserRound },
  { label: 'Settings', icon: Settings },
  { label: 'Log Out', icon: LogOut },
]

/** The specification's static placeholder: it looks like a dashboard and does nothing (decision 31). */
export default function SamplePage() {
  return (
    <div className="grid gap-6">
      <PageHeading>Sample dashboard</PageHeading>
      <p className="text-soft">A picture of a dashboard, for looking at only.</p>
      <div className="grid overflow-hidden rounded-lg border border-line sm:grid-cols-[12rem_1fr]">
        <ul
          aria-label="Sample sidebar"
          className="grid content-start gap-1 border-line bg-sheet p-3 max-sm:border-b sm:border-r"
        >
          {places.map(({ label, icon: Icon }) => (
            <li key={label} className="flex min-h-11 items-center gap-3 px-3 text-soft">
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
        <div className="grid min-h-64 content-start gap-4 p-5" aria-hidden="true">
          <div className="h-6 w-40 rounded-md bg-line" />
          <div className="grid gap-4 sm:grid-cols-3">
            {places.slice(1).map(({ label }) => (
              <div key={label} className="h-24 rounded-lg bg-well" />
            ))}
          </div>
          <div className="h-32 rounded-lg bg-well" />
        </div>
      </div>
    </div>
  )
}
