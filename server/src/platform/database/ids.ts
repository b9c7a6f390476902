import { v7 } from 'uuid'

/** Before every other key. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** A new key: a UUIDv7, so that rows are stored in the order they were created. Keys of one process always increase. */
export function newId(): string {
  return v7()
}
