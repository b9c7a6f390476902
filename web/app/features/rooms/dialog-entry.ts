import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUrlParams } from '#platform/page/url-params.ts'

/** The navigation state of a dialog that was opened from its screen, which closing it goes back to. */
export type Opened = { isOpened: true }

/**
 * A dialog about a parameter of the URL. Opened from its screen, it's a history entry of its own, so that Back closes it
 * and never opens it again.
 */
export function useDialogEntry(name: string) {
  const { params, setParams } = useUrlParams()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const leftEntry = useRef<string>(undefined)
  return {
    /** What it's about; empty while it's closed. */
    value: params.get(name) ?? '',
    open: (value: string) => setParams({ [name]: value }, { state: { isOpened: true } satisfies Opened }),
    close: ({ isDiscarding }: { isDiscarding: boolean }) => {
      // Back would ask about the changes again.
      if (isDiscarding || (state as Opened | null)?.isOpened !== true)
        return setParams({ [name]: '' }, { replace: true })
      // Only once, even if it's pressed several times.
      if (leftEntry.current !== key) void navigate(-1)
      leftEntry.current = key
    },
  }
}
