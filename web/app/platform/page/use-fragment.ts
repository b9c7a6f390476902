import { useLocation } from 'react-router'
import { useHydrated } from '#platform/document/use-hydrated.ts'

/** The parameters in the URL's fragment, which servers never see; undefined until the page has hydrated. */
export function useFragment(): URLSearchParams | undefined {
  const { hash } = useLocation()
  return useHydrated() ? new URLSearchParams(hash.slice(1)) : undefined
}
