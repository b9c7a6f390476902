import type { Deps } from '#platform/config/deps.ts'

/** One value of a gauge. Without labels, there is one at most. */
export type Sample = Readonly<{ value: number; labels?: Readonly<Record<string, string>> }>

/** A figure for operators that's read when it's asked for: slices define gauges, the app lists them. */
export type Gauge = Readonly<{
  /** Follows `docketbox_`, and ends with its unit. */
  name: string
  help: string
  labels?: readonly string[]
  /** How long a value counts that takes a while to read. */
  cacheSeconds?: number
  read(deps: Deps): Promise<readonly Sample[]>
}>
