import type { Role } from '../people/identity.ts'

/** For a user's own data, or data shared with them. */
export const ownRights = [
  'account:read',
  'account:write',
  'receipts:read',
  'receipts:write',
  'plans:read',
  'plans:write',
  'payments:read',
  'payments:write',
  'rooms:read',
  'rooms:write',
  'rooms:comment',
] as const

export const guestRights = ['receipts:read', 'rooms:comment'] as const satisfies readonly Right[]

/** Additional rights of administrators. */
export const adminRights = [
  'customers:read',
  'customers:write',
  'inbox:read',
  'inbox:write',
  'payments:refund',
] as const

export const superAdminRights = ['administrators:read', 'administrators:write', 'audit:read'] as const

/** The right a call needs, as `what:action`. */
export type Right =
  | (typeof ownRights)[number]
  | (typeof adminRights)[number]
  | (typeof superAdminRights)[number]

/** @returns the rights a role has when someone uses their own account (requirement 8). */
export function rightsOf(role: Role): readonly Right[] {
  if (role === 'User') return ownRights
  return role === 'Admin'
    ? [...ownRights, ...adminRights]
    : [...ownRights, ...adminRights, ...superAdminRights]
}

/** Whether a right is for administrators only, who need a second factor to use it. */
export function isAdminRight(right: Right): boolean {
  return !ownRights.some((own) => own === right)
}
