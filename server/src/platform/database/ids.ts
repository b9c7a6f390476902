import { randomUUIDv7 } from 'node:crypto'

const MOST_COUNTED = 0xfff
let lastMs = 0
let count = 0

/**
 * A new key: a UUIDv7, so that rows lie in the order they came. Those of one process always rise, also within a
 * millisecond and when the clock is set back: the 12 bits after the time count on (RFC 9562, 6.2, method 1).
 */
export function newId(): string {
  const fresh = randomUUIDv7()
  const ms = Number.parseInt(fresh.slice(0, 8) + fresh.slice(9, 13), 16)
  if (ms > lastMs) {
    lastMs = ms
    // From somewhere in the lower half, so that there is room above.
    count = Number.parseInt(fresh.slice(15, 18), 16) >> 1
  } else if (count < MOST_COUNTED) count++
  else {
    lastMs++
    count = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${fresh.slice(19)}`
}
