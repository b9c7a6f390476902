const HOUR_MS = 3_600_000
const MAX_OWNERS = 10_000

/** Counts the time that the files of each owner took within an hour. */
export type SpentTime = {
  add(owner: string, ms: number): void
  of(owner: string): number
  /** Owners whose files have taken more than their share of this hour. */
  overBudget(): string[]
}

export function spentTime(budgetMs: number, now: () => number = Date.now): SpentTime {
  const hours = new Map<string, { since: number; ms: number }>()

  function hourOf(owner: string) {
    const hour = hours.get(owner)
    return hour && now() - hour.since < HOUR_MS ? hour : undefined
  }

  return {
    add(owner, ms) {
      const hour = hourOf(owner)
      if (hour) hour.ms += ms
      else {
        if (hours.size >= MAX_OWNERS) hours.clear()
        hours.set(owner, { since: now(), ms })
      }
    },
    of: (owner) => hourOf(owner)?.ms ?? 0,
    overBudget: () => [...hours.keys()].filter((owner) => (hourOf(owner)?.ms ?? 0) > budgetMs),
  }
}
