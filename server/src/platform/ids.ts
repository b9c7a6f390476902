import { randomUUIDv7 } from 'node:crypto'

/** A new key: a UUIDv7, so that rows lie in the order they came. */
export function newId(): string {
  return randomUUIDv7()
}
