import { useEffect, useEffectEvent } from 'react'
import { HOUR_MS } from '@docketbox/contract/core/units'

/** The current screen loads first. */
const DELAY_MS = 1_500
const CHECK_INTERVAL_MS = HOUR_MS

/**
 * Keeps the app on this device, so that it opens without a connection, and every screen of this version for as long as
 * the page is open. Looks for a new version when the page is shown again.
 * @param onNewVersion called each time the page is shown while a new version is ready.
 */
export function useServiceWorker(onNewVersion: () => void): void {
  const announce = useEffectEvent(onNewVersion)
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
    // Not for pages without HTTPS, nor while developing.
    if (!serviceWorker || !import.meta.env.PROD) return
    const listening = new AbortController()
    const { signal } = listening
    const timer = setTimeout(() => void start(serviceWorker, signal, () => announce()), DELAY_MS)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
}

async function start(
  serviceWorker: ServiceWorkerContainer,
  signal: AbortSignal,
  onNewVersion: () => void,
): Promise<void> {
  // A new version's worker answers only pages of another version.
  serviceWorker.addEventListener('message', onNewVersion, { signal })
  // Without a connection, the worker on this device keeps running.
  const registration = await serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration || signal.aborted) return
  let checkedAt = performance.now()
  const compare = () => registration.waiting?.postMessage(pageVersion())
  compare()
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', compare, { signal }),
    { signal },
  )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) return
      compare()
      if (performance.now() - checkedAt < CHECK_INTERVAL_MS) return
      checkedAt = performance.now()
      void registration.update().catch(() => undefined)
    },
    { signal },
  )
}

function pageVersion(): string | undefined {
  return (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version
}
