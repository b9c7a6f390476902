import { sql } from 'kysely'

/** Longer than reading may take. After it, the process that had the file counts as dead. */
const LEASE_MS = 120_000

/** When the lease of a file that a process takes now expires. */
export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS)
}

/** Whether no process has the file of a reading. */
export function notLeased(at: Date) {
  return sql<boolean>`(leased_until is null or leased_until < ${at})`
}
