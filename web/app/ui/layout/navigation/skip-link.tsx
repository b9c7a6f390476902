import { landmark } from '#ui/overlay/landmark.ts'

/** Leaves the address alone: its fragment may hold a mailed link's secret, and changing it drops the screen's state. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-leaf px-4 py-3 font-semibold text-on-leaf focus:translate-y-0 print:hidden"
      onClick={(event) => {
        event.preventDefault()
        landmark()?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
