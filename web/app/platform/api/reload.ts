import type { Endpoint } from '@docketbox/contract/core/endpoint'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { endpointKey } from './query.ts'

const CHANGES = 'docketbox:changes'

/** To this browser's other windows. */
let channel: BroadcastChannel | undefined

/**
 * Reads again what's shown from the endpoints, here and in this browser's other windows.
 * @param except the query that's up to date here.
 * @returns a promise that resolves once that's done here.
 */
export function reload(
  client: QueryClient,
  endpoints: readonly Endpoint[],
  except?: QueryKey,
): Promise<void> {
  const keys = endpoints.map(endpointKey)
  if (keys.length > 0) channel?.postMessage(keys)
  return invalidate(client, keys, except)
}

/**
 * Reads again what other windows change. Hidden ones do that when they're shown.
 * @returns what ends it.
 */
export function followOtherWindows(client: QueryClient): () => void {
  const opened = new BroadcastChannel(CHANGES)
  opened.addEventListener('message', ({ data }: MessageEvent<ReturnType<typeof endpointKey>[]>) => {
    if (document.visibilityState === 'visible') void invalidate(client, data)
  })
  channel = opened
  return () => {
    channel = undefined
    opened.close()
  }
}

async function invalidate(
  client: QueryClient,
  keys: readonly ReturnType<typeof endpointKey>[],
  except: QueryKey = [],
) {
  const predicate = ({ queryHash }: { queryHash: string }) => queryHash !== hashKey(except)
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, predicate })))
}
