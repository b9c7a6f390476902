import { v7 } from 'uuid'

/** A new key: a UUIDv7, so that rows are stored in the order they were created. Keys of one process always increase. */
export function newId(): string {
  return v7()
}
