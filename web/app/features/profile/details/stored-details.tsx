import type { User } from '@docketbox/contract/core/people/identity'
import { Avatar } from './picture-field.tsx'

export function StoredDetails({ user }: { user: User }) {
  const { street, city, state, country, zipCode } = user.address
  return (
    <>
      <Avatar url={user.picture} user={user} />
      <dl className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <Detail label="First name" value={user.firstName} />
        <Detail label="Last name" value={user.lastName} />
        <Detail label="Phone number" value={user.phoneNumber} />
        <Detail label="Street" value={street} />
        <Detail label="City" value={city} />
        <Detail label="State or territory" value={state} />
        <Detail label="Country" value={country} />
        <Detail label="Postcode" value={zipCode} />
      </dl>
    </>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="wrap-anywhere">{value || <span className="text-soft">Not added yet</span>}</dd>
    </div>
  )
}
