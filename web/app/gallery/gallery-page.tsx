import { PageHeading } from '#ui/layout/page-heading.tsx'
import { ThemeSwitch } from '#ui/theme/switch.tsx'
import { ToneShelf, TypeShelf } from './basics.tsx'
import { InFrame, SearchShelf } from './frame-shelf.tsx'
import { FormShelf } from './form-shelf.tsx'
import { OverlayShelf } from './overlay-shelf.tsx'
import { StateShelf } from './state-shelf.tsx'
import { PaperShelf } from './paper-shelf.tsx'

/** Every component in every state. */
export function GalleryPage() {
  return (
    <InFrame>
      <div className="grid gap-14">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <PageHeading className="text-4xl">Design system</PageHeading>
          <ThemeSwitch />
        </header>
        <TypeShelf />
        <ToneShelf />
        <FormShelf />
        <PaperShelf />
        <StateShelf />
        <OverlayShelf />
        <SearchShelf />
      </div>
    </InFrame>
  )
}
