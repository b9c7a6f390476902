import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'
import { endpointKey } from './query.ts'

/** A client for server data. It retries network errors twice and never retries refusals. A mutation is pending until its changes are reloaded, or until it fails. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.isTemporary),
        retryDelay: (failures, error) => Math.max(1000 * 2 ** failures, waitOf(error)),
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _result, { meta }) => {
        const reloaded = Promise.all(
          (meta?.invalidates ?? []).map((endpoint) =>
            client.invalidateQueries({ queryKey: endpointKey(endpoint) }),
          ),
        )
        return error === null ? reloaded : undefined
      },
    }),
  })
  return client
}

/** How long the server asks to wait, in milliseconds. */
function waitOf(error: Error): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}

/** The one of the running app, shared by all layouts. */
export const queryClient = makeQueryClient()
