import { Card } from '#ui/layout/card.tsx'
import { Notes } from './notes.tsx'

/** What guest and owner write about a year. */
export function NotesCard({ about, title }: { about: { incomeYear: string }; title: string }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg">{title}</h2>
      <Notes about={about} />
    </Card>
  )
}
