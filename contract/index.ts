import { accountEndpoints } from './account/endpoints.ts'
import { adminEndpoints } from './admin/endpoints.ts'
import { authEndpoints } from './auth/endpoints.ts'
import { backupEndpoints } from './backups/endpoints.ts'
import { categoryEndpoints } from './categories/endpoints.ts'
import { contactEndpoints } from './contact/endpoints.ts'
import type { Endpoint } from './core/endpoint.ts'
import { expenseEndpoints } from './expenses-without-receipt/endpoints.ts'
import { googleEndpoints } from './auth/google.ts'
import { invitationEndpoints } from './invitations/endpoints.ts'
import { inboxEndpoints } from './inbox/endpoints.ts'
import { profileEndpoints } from './profile/endpoints.ts'
import { receiptEndpoints } from './receipts/endpoints.ts'
import { recordEndpoints } from './records/endpoints.ts'
import { packEndpoints } from './packs/endpoints.ts'
import { paymentAdminEndpoints } from './payments/admin-endpoints.ts'
import { creditRefundEndpoints } from './payments/credit-refund-endpoints.ts'
import { paymentEndpoints } from './payments/endpoints.ts'
import { outcomeEndpoints } from './payments/outcome-endpoints.ts'
import { planEndpoints } from './payments/plan-endpoints.ts'
import { promotionEndpoints } from './payments/promotion-endpoints.ts'
import { roomEndpoints } from './rooms/endpoints.ts'
import { subscriptionEndpoints } from './subscriptions/endpoints.ts'
import { createdPlanEndpoints } from './subscriptions/created-plan-endpoints.ts'
import { subscriptionFigureEndpoints } from './subscriptions/figure-endpoints.ts'
import { yearEndpoints } from './years/endpoints.ts'
import { lodgementEndpoints } from './lodgement/endpoints.ts'
import { ownLodgementEndpoints } from './lodgement/own-endpoints.ts'

export * from './core/people/abn.ts'
export * from './account/endpoints.ts'
export * from './admin/endpoints.ts'
export * from './auth/endpoints.ts'
export * from './backups/endpoints.ts'
export * from './categories/endpoints.ts'
export * from './lodgement/claims.ts'
export * from './contact/endpoints.ts'
export * from './core/people/contact-details.ts'
export * from './core/dates.ts'
export * from './core/endpoint.ts'
export * from './expenses-without-receipt/endpoints.ts'
export * from './core/schemas/fields.ts'
export * from './receipts/file-types.ts'
export * from './auth/google.ts'
export * from './inbox/endpoints.ts'
export * from './core/income-years.ts'
export * from './invitations/endpoints.ts'
export * from './core/limits.ts'
export * from './core/schemas/list.ts'
export * from './core/money.ts'
export * from './lodgement/endpoints.ts'
export * from './lodgement/own-endpoints.ts'
export * from './lodgement/prefill.ts'
export * from './lodgement/texts.ts'
export * from './packs/endpoints.ts'
export * from './payments/admin-endpoints.ts'
export * from './auth/passkeys.ts'
export * from './payments/credit.ts'
export * from './payments/credit-refund-endpoints.ts'
export * from './payments/endpoints.ts'
export * from './payments/months.ts'
export * from './payments/outcome-endpoints.ts'
export * from './payments/plan-endpoints.ts'
export * from './payments/previews.ts'
export * from './payments/promotion-endpoints.ts'
export * from './payments/texts.ts'
export * from './payments/unused-time.ts'
export * from './core/people/identity.ts'
export * from './profile/credentials.ts'
export * from './profile/endpoints.ts'
export * from './profile/schemas.ts'
export * from './profile/texts.ts'
export * from './reading/merge.ts'
export * from './reading/schemas.ts'
export * from './receipts/assets.ts'
export * from './receipts/schemas.ts'
export * from './receipts/facts.ts'
export * from './receipts/deduction-labels.ts'
export * from './receipts/evidence.ts'
export * from './receipts/labels/endpoints.ts'
export * from './receipts/labels/questions.ts'
export * from './receipts/labels/suggest.ts'
export * from './receipts/naming.ts'
export * from './receipts/drafts/adjustment.ts'
export * from './receipts/drafts/edits.ts'
export * from './receipts/texts.ts'
export * from './receipts/search-endpoints.ts'
export * from './receipts/view-endpoints.ts'
export * from './receipts/endpoints.ts'
export * from './records/claims/add-up.ts'
export * from './records/claims/coverage.ts'
export * from './records/diary.ts'
export * from './records/endpoints.ts'
export * from './records/hours.ts'
export * from './records/logbook.ts'
export * from './records/rules.ts'
export * from './records/schemas.ts'
export * from './records/texts.ts'
export * from './records/year.ts'
export * from './core/paths.ts'
export * from './core/people/phone-numbers.ts'
export * from './core/refusal.ts'
export * from './core/security/rights.ts'
export * from './core/security/security-events.ts'
export * from './rooms/endpoints.ts'
export * from './rooms/period.ts'
export * from './rooms/schemas.ts'
export * from './auth/second-factor.ts'
export * from './subscriptions/endpoints.ts'
export * from './subscriptions/created-plan-endpoints.ts'
export * from './subscriptions/figure-endpoints.ts'
export * from './tax-rules/rules.ts'
export * from './tax-rules/schema.ts'
export * from './tax-rules/table.ts'
export * from './core/people/tax-file-numbers.ts'
export * from './years/calendar.ts'
export * from './years/assets-text.ts'
export * from './years/changes-text.ts'
export * from './years/covered-text.ts'
export * from './years/endpoints.ts'
export * from './years/retention-text.ts'
export * from './years/schemas.ts'
export * from './years/summary.ts'
export * from './years/texts.ts'

/** Every endpoint, by slice. */
export const api = {
  account: accountEndpoints,
  admin: adminEndpoints,
  auth: authEndpoints,
  backups: backupEndpoints,
  categories: categoryEndpoints,
  google: googleEndpoints,
  invitations: invitationEndpoints,
  payments: {
    ...paymentEndpoints,
    ...paymentAdminEndpoints,
    ...creditRefundEndpoints,
    ...outcomeEndpoints,
    ...planEndpoints,
    ...promotionEndpoints,
  },
  subscriptions: { ...subscriptionEndpoints, ...createdPlanEndpoints, ...subscriptionFigureEndpoints },
  contact: contactEndpoints,
  expenses: expenseEndpoints,
  lodgement: { ...lodgementEndpoints, ...ownLodgementEndpoints },
  inbox: inboxEndpoints,
  profile: profileEndpoints,
  receipts: receiptEndpoints,
  records: recordEndpoints,
  rooms: roomEndpoints,
  years: yearEndpoints,
  packs: packEndpoints,
} as const

/** All endpoints of `api` as a flat list. */
export const endpoints: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(api).flatMap((slice) =>
  Object.values(slice),
)
