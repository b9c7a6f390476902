import { HOUR_MS } from '@docketbox/contract/core/units'

const MAX_OWNERS = 10_000
/** The shortest time that counts as usual; most files take less. Owners without history start with it. */
const MIN_USUAL_MS = 2_000
/** The weight of the last file in the moving average. */
const WEIGHT = 0.4

/** Counts the time that the files of each owner took within an hour. */
export type SpentTime = {
  /** @param usualMs how long the same file should take next time. */
  add(owner: string, ms: number, usualMs: number): void
  /** How long a file of the owner usually takes, in milliseconds, at least `MIN_USUAL_MS`. */
  usualOf(owner: string): number
  isOverBudget(owner: string): boolean
  /** Owners whose files usually take longer than this. */
  slowerThan(ms: number): string[]
  /** Owners whose files have taken more than their share of this hour. */
  overBudget(): string[]
}

export function spentTime(budgetMs: number, now: () => number = Date.now): SpentTime {
  const hours = new Map<string, { since: number; ms: number; usualMs: number }>()

  function hourOf(owner: string) {
    const hour = hours.get(owner)
    return hour && now() - hour.since < HOUR_MS ? hour : undefined
  }

  function isOverBudget(owner: string): boolean {
    return (hourOf(owner)?.ms ?? 0) > budgetMs
  }

  return {
    add(owner, ms, usualMs) {
      const hour = hourOf(owner)
      if (hour) {
        hour.ms += ms
        hour.usualMs += (usualMs - hour.usualMs) * WEIGHT
      } else {
        if (hours.size >= MAX_OWNERS) hours.clear()
        hours.set(owner, { since: now(), ms, usualMs })
      }
    },
    usualOf: (owner) => Math.max(MIN_USUAL_MS, hourOf(owner)?.usualMs ?? 0),
    isOverBudget,
    slowerThan: (ms) => [...hours.keys()].filter((owner) => (hourOf(owner)?.usualMs ?? 0) > ms),
    overBudget: () => [...hours.keys()].filter(isOverBudget),
  }
}
