import type { Deps } from '#platform/config/deps.ts'

/** One value of a gauge. Without labels, there is one at most. */
export type Sample = Readonly<{ value: number; labels?: Readonly<Record<string, string>> }>

/** A figure for operators, read when their monitoring asks for it: slices define gauges, the app lists them. */
export type Gauge = Readonly<{
  /** Follows `docketbox_`, and ends with its unit. */
  name: string
  help: string
  labels?: readonly string[]
  /** How long to cache a value that's slow to read. */
  cacheSeconds?: number
  read(deps: Deps): Promise<readonly Sample[]>
}>
