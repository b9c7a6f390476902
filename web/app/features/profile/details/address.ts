import type { Address } from '@docketbox/contract/core/people/identity'

/** Sign-up stores the state as the street, which the user hasn't entered. */
export function withoutDefaultStreet(address: Address): Address {
  return address.street === address.state ? { ...address, street: '' } : address
}
