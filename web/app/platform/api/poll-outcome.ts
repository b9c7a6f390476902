const POLL_MS = 3_000
const MAX_POLL_MS = 30_000

type PollState = { data?: { state: string } | undefined; error: Error | null; errorUpdateCount: number }

/** Query options that poll the outcome of a request until it's known: less often after failures, immediately when back online. */
export const pollOutcome = {
  retry: false,
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: 'always',
  refetchInterval: ({ state: { data, error, errorUpdateCount } }: { state: PollState }) => {
    if (data && data.state !== 'checking') return false
    return error ? Math.min(POLL_MS * 2 ** (errorUpdateCount - 1), MAX_POLL_MS) : POLL_MS
  },
} as const

export function secondsSince(time: number): number {
  return Math.max(0, Math.round((Date.now() - time) / 1000))
}
