import { useLocation } from 'react-router'

/** Identifies the screen of an address: its path, and the step of a form that has several. */
export function useScreenKey(): string {
  const { pathname, search } = useLocation()
  return `${pathname} ${new URLSearchParams(search).get('step') ?? ''}`
}
