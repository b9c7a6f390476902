import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'

const Terms = lazy(async () => ({ default: (await retryWhenOnline(() => import('./terms.tsx'))).Terms }))

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
          <Terms open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
