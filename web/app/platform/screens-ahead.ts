import { useEffect } from 'react'
import { useLocation } from 'react-router'

type Manifest = { routes: Record<string, { module: string; imports?: readonly string[] }> }

/** The screen in front comes first. */
const PAUSE_MS = 1_500

const fetched = new Set<string>()

/**
 * Fetches the script of the screens whose files begin so, while there is a line. Where a screen's script does not come the
 * router loads the page anew: without a line nothing would be left of it, and what was not sent yet would be lost.
 */
export function useScreensAhead(begin: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const later = setTimeout(() => void fetchAhead(begin), PAUSE_MS)
    return () => clearTimeout(later)
  }, [begin, pathname])
}

/** What does not come now is tried again on the next screen. */
async function fetchAhead(begin: string): Promise<void> {
  const { routes } = (window as { __reactRouterManifest?: Manifest }).__reactRouterManifest ?? { routes: {} }
  const scripts = Object.entries(routes)
    .filter(([file]) => file.startsWith(begin))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  for (const address of new Set(scripts).difference(fetched)) {
    fetched.add(address)
    // Read to its end, so that the browser keeps it.
    await fetch(address, { priority: 'low' })
      .then((answer) => answer.blob())
      .catch(() => fetched.delete(address))
  }
}
