const RETRY_MS = 5_000

/**
 * Loads a part of a screen, and retries for as long as the network is down: a failed lazy import would crash the whole
 * screen.
 */
export async function retryWhenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // Nothing to wait for while pages are prerendered.
      if (typeof window === 'undefined') throw error
      await onlineOrTimeout()
    }
  }
}

/** Waits until the network is back, or for a few seconds. */
export function onlineOrTimeout(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, RETRY_MS)
    window.addEventListener('online', done)
  })
}

/** Loads a public page's form like `retryWhenOnline`, and reloads a page whose version the server no longer has. */
export function retryOrReload<Part>(load: () => Promise<Part>): Promise<Part> {
  return retryWhenOnline(async () => {
    try {
      return await load()
    } catch (error) {
      await reloadIfOutdated()
      throw error
    }
  })
}

/** Reloads a page that was opened before an update: what it hasn't loaded yet is gone. */
export async function reloadIfOutdated(): Promise<void> {
  if (await isOutdated()) window.location.reload()
}

/** Whether the server no longer has this page's version. */
export async function isOutdated(): Promise<boolean> {
  if (typeof window === 'undefined') return false
  const manifest = (window as { __reactRouterManifest?: { url: string } }).__reactRouterManifest
  if (manifest === undefined) return false
  const response = await fetch(manifest.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return response?.status === 404
}
