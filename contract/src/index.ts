import { accountEndpoints } from './account.ts'
import { adminEndpoints } from './admin.ts'
import { authEndpoints } from './auth.ts'
import { categoryEndpoints } from './categories.ts'
import { contactEndpoints } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import { googleEndpoints } from './google.ts'
import { invitationEndpoints } from './invitations.ts'
import { inboxEndpoints } from './inbox.ts'
import { profileEndpoints } from './profile.ts'
import { receiptEndpoints } from './receipts.ts'
import { paymentDeskEndpoints } from './payment-desk.ts'
import { paymentEndpoints } from './payments.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { lodgementEndpoints } from './lodgement.ts'

export * from './abn.ts'
export * from './account.ts'
export * from './admin.ts'
export * from './auth.ts'
export * from './categories.ts'
export * from './claims.ts'
export * from './contact.ts'
export * from './endpoint.ts'
export * from './file-types.ts'
export * from './google.ts'
export * from './inbox.ts'
export * from './income-years.ts'
export * from './invitations.ts'
export * from './list.ts'
export * from './lodgement.ts'
export * from './lodgement-texts.ts'
export * from './payment-desk.ts'
export * from './passkeys.ts'
export * from './payments.ts'
export * from './person.ts'
export * from './profile.ts'
export * from './profile-texts.ts'
export * from './receipt.ts'
export * from './receipt-facts.ts'
export * from './receipt-texts.ts'
export * from './receipts.ts'
export * from './refusals.ts'
export * from './second-factor.ts'
export * from './subscriptions.ts'
export * from './tax-file-numbers.ts'

/** Every call of the product, by slice. */
export const api = {
  account: accountEndpoints,
  admin: adminEndpoints,
  auth: authEndpoints,
  categories: categoryEndpoints,
  google: googleEndpoints,
  invitations: invitationEndpoints,
  payments: { ...paymentEndpoints, ...paymentDeskEndpoints },
  subscriptions: subscriptionEndpoints,
  contact: contactEndpoints,
  lodgement: lodgementEndpoints,
  inbox: inboxEndpoints,
  profile: profileEndpoints,
  receipts: receiptEndpoints,
} as const

/** The same calls as one flat list, for whoever walks over all of them. */
export const endpoints: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(api).flatMap((slice) =>
  Object.values(slice),
)
