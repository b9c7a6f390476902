import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** A client for server data. A refusal is an answer and is not asked again; a broken line is tried twice more. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.isPassing),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The one of the running app, shared by all layouts. */
export const queryClient = makeQueryClient()
