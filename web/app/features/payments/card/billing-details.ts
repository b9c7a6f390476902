import { fullName } from '@docketbox/contract/core/people/full-name'
import type { User } from '@docketbox/contract/core/people/identity'
import type { DefaultValuesOption } from '@stripe/stripe-js'

/** The provider knows the states and territories by these names. */
const states: Record<string, string> = {
  'New South Wales': 'NSW',
  Victoria: 'VIC',
  Queensland: 'QLD',
  'South Australia': 'SA',
  'Western Australia': 'WA',
  Tasmania: 'TAS',
  'Northern Territory': 'NT',
  'Australian Capital Territory': 'ACT',
}

/** What we know already, so that they don’t type it again. Fields that are empty are left out. */
export function billingDetails(user: User): NonNullable<DefaultValuesOption['billingDetails']> {
  const { email, address } = user
  const { street: line1, city, zipCode: postal_code } = address
  const state = states[address.state] ?? ''
  return {
    ...filled({ name: fullName(user), email }),
    address: { ...filled({ line1, city, state, postal_code }), country: 'AU' },
  }
}

function filled<T extends Record<string, string>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
}
