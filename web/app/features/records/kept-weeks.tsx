import { type ReactNode, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useKeptInput } from '#ui/forms/kept-input.ts'
import { UnsavedContext, useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useUnsavedForms } from '#ui/overlay/discard-changes.tsx'

type KeptWeeksProps<Week> = {
  /** Its own on the screen. */
  name: string
  /** The week on screen: its first day, or its number. */
  shown: Week
  nameOf: (week: Week) => string
  onShow: (week: Week) => void
  children: (week: Week) => ReactNode
}

/** One week at a time. What's typed into the others stays in them, and they say so while it isn't saved. */
export function KeptWeeks<Week extends string | number>({
  name,
  shown,
  nameOf,
  onShow,
  children,
}: KeptWeeksProps<Week>) {
  const [visited, setVisited] = useState([shown])
  if (!visited.includes(shown)) setVisited([...visited, shown])
  // With them, the input that was kept in their fields is there again.
  useKeptInput({
    label: `weeks of ${name}`,
    startingValues: '',
    readTyped: () => (visited.length > 1 ? { visited, shown } : undefined),
    onRestore: (kept) => {
      setVisited([...new Set([...visited, ...kept.visited])])
      onShow(kept.shown)
    },
  })
  return visited.map((week) => (
    <KeptWeek key={week} name={nameOf(week)} isShown={week === shown} onShow={() => onShow(week)}>
      {children(week)}
    </KeptWeek>
  ))
}

type KeptWeekProps = { name: string; isShown: boolean; onShow: () => void; children: ReactNode }

function KeptWeek({ name, isShown, onShow, children }: KeptWeekProps) {
  const { report, hasChanges } = useUnsavedForms()
  useReportUnsaved(hasChanges)
  return (
    <>
      <div hidden={!isShown}>
        <UnsavedContext value={report}>{children}</UnsavedContext>
      </div>
      {!isShown && hasChanges && (
        <Notice tone="warning" role="alert">
          <p>Some of what you entered for {name} isn’t saved yet.</p>
          <Button variant="secondary" size="small" className="mt-2" onClick={onShow}>
            Show that week
          </Button>
        </Notice>
      )}
    </>
  )
}
