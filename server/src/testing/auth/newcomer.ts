import type { SignUpBody } from '@docketbox/contract'

/** A completed sign-up form. */
export function newcomer(email: string): SignUpBody & { password: string } {
  return {
    firstName: 'Ann',
    lastName: 'Lee',
    email,
    phoneNumber: '0412 345 678',
    address: { street: 'Victoria', state: 'Victoria', city: 'City', zipCode: '0000', country: 'Australia' },
    role: 'User',
    password: 'purple wombat sings',
  }
}
