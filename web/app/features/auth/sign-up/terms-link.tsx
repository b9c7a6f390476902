import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

const Terms = lazy(async () => ({
  default: (await retryWhenOnline(() => import('#features/policies'))).Terms,
}))

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
