import { clientsClaim } from 'workbox-core'
import { addPlugins, addRoute, matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build. */
declare const BUILD: { version: string; shell: string; files: { url: string; revision: string | null }[] }
const { version, shell, files } = BUILD

/** With a connection that's too bad for a page, the app starts with what's on the device. */
const MAX_WAIT_MS = 4_000

clientsClaim()
addPlugins([{ cacheWillUpdate: ({ request, response }) => acceptForThisVersion(request, response) }])
precache(files)
registerRoute(new NavigationRoute(({ request }) => fetchPage(request), { denylist: [/^\/api\//] }))
// After the pages, one of which is among the files.
addRoute()

self.addEventListener('message', (event) => event.waitUntil(comparePage(event)))

/**
 * While the server is updated, another process may still serve the page of the last version, and a hotel's Wi-Fi answers
 * everything with its login page. Then we're installed later.
 */
async function acceptForThisVersion(request: Request, response: Response): Promise<Response | null> {
  const isShell = new URL(request.url).pathname === shell
  const isExpected = isShell
    ? (await response.clone().text()).includes(version)
    : !response.headers.get('content-type')?.startsWith('text/html')
  return response.ok && isExpected ? response : null
}

/** Pages come from the server, so that they're of its version. The one on this device is for when it can't be reached. */
async function fetchPage(request: Request): Promise<Response> {
  const page = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS, undefined))
  const inTime = await Promise.race([page, late]).catch(() => undefined)
  if (inTime && inTime.status < 500) return inTime
  return (await matchPrecache(shell)) ?? page
}

/**
 * A page says its version. If it's this one, the worker replaces that of the last version, but not while there's another
 * page, which may still need files of the last version: they go with it. Otherwise the page learns that it's outdated.
 */
async function comparePage({ data, source }: ExtendableMessageEvent): Promise<void> {
  if (data !== version) return source?.postMessage(version)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length === 1) await self.skipWaiting()
}
