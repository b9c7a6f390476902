import type { User } from '@docketbox/contract'
import type { UserRow } from './user-store.ts'

/** The account as its owner sees it. */
export function presentUser(row: UserRow): User {
  const isOpen = row.suspendedAt === null && row.closedAt === null
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    address: {
      street: row.street,
      city: row.city,
      state: row.state,
      zipCode: row.zipCode,
      country: row.country,
    },
    picture: row.pictureSha256 && `/api/avatars/${row.pictureSha256.toString('hex')}`,
    email: row.email,
    username: row.username,
    role: row.role as User['role'],
    status: row.closedAt ? 'closed' : row.suspendedAt ? 'suspended' : 'active',
    isActive: isOpen && row.emailVerifiedAt !== null,
  }
}
