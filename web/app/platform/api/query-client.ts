import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError, MAX_WAIT_SECONDS } from './error.ts'
import { reload } from './reload.ts'

const STALE_MS = 30_000
/** After this, a saved change counts as finished, even if its data hasn't been reloaded. */
const MAX_RELOAD_MS = 10_000

/**
 * A client for server data. It retries failures that may pass twice, unless the device is offline. A mutation is pending until
 * its changes are reloaded, for a few seconds at most, or until it fails.
 */
export function makeQueryClient(): QueryClient {
  // It only notices changes, such as a connection that comes back.
  onlineManager.setOnline(navigator.onLine !== false)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Another tab may have changed what was loaded a moment ago.
        refetchOnWindowFocus: ({ observers }) => observers.every(mayChange) && 'always',
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && navigator.onLine && (!(error instanceof ApiError) || error.isTemporary),
        retryDelay: (failures, error) => Math.max(1000 * 2 ** failures, waitOf(error)),
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _result, { meta }) => {
        const except = error === null ? meta?.except : undefined
        const reloaded = reload(client, meta?.invalidates ?? [], except)
        const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_RELOAD_MS))
        return error === null ? Promise.race([reloaded, timeout]) : undefined
      },
    }),
  })
  return client
}

/** Whether what's shown may be out of date soon, unlike a picture or a payment that was prepared. */
function mayChange({ options: { staleTime } }: { options: { staleTime?: unknown } }): boolean {
  return typeof staleTime === 'number' && staleTime <= STALE_MS
}

/** How long the server asks to wait, in milliseconds. If that's too long for a screen, the user decides. */
function waitOf(error: Error): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.min(seconds, MAX_WAIT_SECONDS) * 1000
}

/** The one of the running app, shared by all layouts. */
export const queryClient = makeQueryClient()
