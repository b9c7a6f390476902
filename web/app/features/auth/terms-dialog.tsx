import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'

const Terms = lazy(async () => ({ default: (await retryWhenOnline(() => import('./terms.tsx'))).Terms }))

/** The terms, read without leaving the half-filled form. They are fetched when somebody wants to read them. */
export function TermsDialog() {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="min-h-11 text-[0.9375rem] font-semibold text-leaf-deep underline decoration-leaf/40 underline-offset-3"
        onClick={() => setIsOpen(true)}
      >
        Read them
      </button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <Terms open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
