import type { SignedIn } from '@docketbox/contract/auth/endpoints'
import type { User } from '@docketbox/contract/core/people/identity'

export const person: User = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  firstName: 'Ann',
  lastName: 'Lee',
  phoneNumber: '0412 345 678',
  address: { street: 'Victoria', city: '', state: 'Victoria', zipCode: '', country: 'Australia' },
  picture: null,
  email: 'ann@example.com',
  username: 'ann',
  role: 'User',
  status: 'active',
  isActive: true,
}

/** The response of a sign-in. */
export function signedInAs(changes: Partial<SignedIn>, token: string): SignedIn {
  return {
    ...person,
    subs_details: null,
    hasSecondFactor: false,
    leadsTo: '/subscription',
    ...changes,
    token,
  }
}
