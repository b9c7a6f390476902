import { paths } from '@docketbox/contract/core/paths'
import { lazy, Suspense, useState } from 'react'
import { isOutdated, retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { TextLink } from '#ui/layout/text-link.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const Terms = lazy(async () => ({
  default: await retryWhenOnline(async () => {
    try {
      return (await import('#features/policies')).Terms
    } catch (error) {
      if (await isOutdated()) return TermsElsewhere
      throw error
    }
  }),
}))

/** For a page from before an update, which can't load them any more. Reloading it would lose what was typed. */
function TermsElsewhere() {
  return (
    <TextLink to={paths.terms} target="_blank">
      Read the terms and conditions in a new tab
    </TextLink>
  )
}

/** Opens the terms over the half-filled form. They are loaded on the first press. */
export function TermsLink() {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="min-h-11 font-semibold text-leaf-deep underline decoration-leaf/40 underline-offset-3"
        onClick={() => setIsOpen(true)}
      >
        terms and conditions
      </button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <Dialog title="Terms and conditions" open={isOpen} onClose={() => setIsOpen(false)}>
            <Terms heading="h3" />
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
