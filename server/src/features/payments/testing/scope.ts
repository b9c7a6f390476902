import { ownScope, type Scope } from '#platform/security/scope.ts'
import type { Person } from '#testing/harness.ts'

/** What a user may do, for calling services directly. */
export function scopeOf({ id }: Pick<Person, 'id'>): Scope {
  return ownScope({ id, role: 'User', sessionId: '', hasSecondFactor: false })
}
