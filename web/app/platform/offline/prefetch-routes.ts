import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { retryWhenOnline } from './retry-when-online.ts'

type Manifest = { routes: Record<string, { module: string; imports?: readonly string[] }> }

/** The current screen loads first. */
const DELAY_MS = 1_500

const loadedUrls = new Set<string>()

/**
 * Prefetches the scripts of the routes whose files start with `first`, then with `next`. If a route's script can't be
 * loaded, the router reloads the page, and an upload that hasn't been sent would be lost. A service worker will replace this.
 */
export function usePrefetchedRoutes(first: string, next: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => void prefetch([first, next]), DELAY_MS)
    return () => clearTimeout(timer)
  }, [first, next, pathname])
}

/** Resolves once the scripts of these routes are loaded; waits for the network if it's down. */
export async function routesLoaded(prefix: string): Promise<void> {
  await Promise.all(missingUrls(prefix).map((url) => retryWhenOnline(() => load(url))))
}

/** Failures are retried on the next screen. */
async function prefetch(prefixes: string[]): Promise<void> {
  for (const prefix of prefixes) for (const url of missingUrls(prefix)) await load(url).catch(() => undefined)
}

function missingUrls(prefix: string): string[] {
  const { routes } = (window as { __reactRouterManifest?: Manifest }).__reactRouterManifest ?? { routes: {} }
  const urls = Object.entries(routes)
    .filter(([file]) => file.startsWith(prefix))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  return [...new Set(urls)].filter((url) => !loadedUrls.has(url))
}

async function load(url: string): Promise<void> {
  const response = await fetch(url, { priority: 'low' })
  // While the server restarts; one that has gone with an earlier version won't come back.
  if (response.status >= 500) throw new Error(`${url} can't be loaded now.`)
  // Read to the end, so that the browser caches it.
  await response.blob()
  loadedUrls.add(url)
}
