import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { whenFetched } from './retry-when-online.ts'

type Manifest = { routes: Record<string, { module: string; imports?: readonly string[] }> }

/** The screen in front comes first. */
const PAUSE_MS = 1_500

const here = new Set<string>()

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

/** Resolves once the script of these screens is here; on a broken line, when that is back. */
export async function screensHere(begin: string): Promise<void> {
  await Promise.all(missing(begin).map((address) => whenFetched(() => bring(address))))
}

/** What does not come now is tried again on the next screen. */
async function fetchAhead(begin: string): Promise<void> {
  for (const address of missing(begin)) await bring(address).catch(() => undefined)
}

function missing(begin: string): string[] {
  const { routes } = (window as { __reactRouterManifest?: Manifest }).__reactRouterManifest ?? { routes: {} }
  const scripts = Object.entries(routes)
    .filter(([file]) => file.startsWith(begin))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  return [...new Set(scripts)].filter((address) => !here.has(address))
}

async function bring(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'low' })
  // Read to its end, so that the browser keeps it.
  await answer.blob()
  here.add(address)
}
