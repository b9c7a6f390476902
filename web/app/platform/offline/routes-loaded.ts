import { retryWhenOnline } from './retry-when-online.ts'

type Manifest = { routes: Record<string, { module: string; imports?: readonly string[] }> }

const loadedUrls = new Set<string>()

/**
 * Resolves once the scripts of the routes whose files start with `prefix` are loaded; waits for the network if it's down.
 * If the script of a route can't be loaded, the router reloads the page, and an upload that hasn't been sent would be lost.
 * The service worker may not have them yet, or not be allowed.
 */
export async function routesLoaded(prefix: string): Promise<void> {
  await Promise.all(missingUrls(prefix).map((url) => retryWhenOnline(() => load(url))))
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
