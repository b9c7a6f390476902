/** One call that was made; the status is 0 when there was no response. */
export type CallRecord = Readonly<{ at: number; isWrite: boolean; status: number; hasRetryAfter: boolean }>

/** What happened between two moments. */
export function summarise(calls: readonly CallRecord[], from: number, to: number) {
  const within = calls.filter(({ at }) => at >= from && at < to)
  const successes = within.filter((call) => call.isWrite && isFine(call)).map(({ at }) => at)
  const moments = [from, ...successes, to]
  const gaps = moments.slice(1).map((at, index) => at - moments[index]!)
  const failures = within.filter((call) => !isFine(call))
  const others = failures.filter((call) => !isRetryLater(call))
  const counts = Map.groupBy(others, ({ status }) => (status === 0 ? 'no response' : String(status)))
  return {
    requests: within.length,
    /** Calls that were told when to try again. */
    retryLater: failures.length - others.length,
    /** Anything else that went wrong. */
    others: [...counts].map(([what, { length }]) => `${length} x ${what}`),
    longestOutageSeconds: Math.max(...gaps) / 1000,
    writesPerSecond: successes.length / ((to - from) / 1000),
  }
}

function isFine({ status }: CallRecord): boolean {
  return status === 200 || status === 201
}

function isRetryLater({ status, hasRetryAfter }: CallRecord): boolean {
  return status === 503 && hasRetryAfter
}
