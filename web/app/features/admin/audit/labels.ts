import type { AuditGroup, AuditRow } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import { paymentMethodLabel, type PaymentState, paymentStateLabel } from '@docketbox/contract/payments/texts'

export const groupLabels: Record<AuditGroup, string> = {
  auth: 'Passwords, emails and accounts',
  profile: 'Two-step login',
  account: 'Data exports and deletions',
  receipts: 'Receipts',
  rooms: 'Shares with accountants',
  subscriptions: 'Plans',
  payments: 'Payments',
  admin: 'Subscribers',
  invitations: 'Invitations',
  inbox: 'Messages and lodgements',
  lodgement: 'Encrypted lodgements',
  integrity: 'File checks and backups',
}

const actionLabels: Record<string, string> = {
  'account.export': 'Downloaded all their data',
  'account.exportIncomplete': 'Files couldn’t be read for a download of all data',
  'account.purge': 'Deleted a closed account',
  'admin.exportSubscribers': 'Exported the subscribers',
  'admin.suspendUser': 'Suspended a user',
  'admin.unsuspendUser': 'Unsuspended a user',
  'auth.changeEmail': 'Changed their email',
  'auth.changePassword': 'Changed their password',
  'auth.closeAccount': 'Closed their account',
  'auth.createAdministrator': 'Created an administrator',
  'auth.keepEmail': 'Reverted an email change',
  'auth.reopenAccount': 'Reopened their account',
  'inbox.markDone': 'Marked as done',
  'inbox.reopen': 'Reopened',
  'integrity.check': 'Checked the stored files',
  'integrity.restore': 'Restored a backup',
  'invitations.accept': 'Accepted an invitation',
  'invitations.create': 'Invited an administrator',
  'invitations.withdraw': 'Withdrew an invitation',
  'lodgement.forget': 'Deleted an old lodgement',
  'lodgement.readWhole': 'Decrypted a lodgement',
  'payments.createPromotion': 'Created a promotion code',
  'payments.dismissAlert': 'Dismissed a payment alert',
  'payments.export': 'Exported payments',
  'payments.endPromotion': 'Ended a promotion code',
  'payments.promotionNotConfirmed': 'Promotion code not confirmed by Stripe',
  'payments.refund': 'Refunded a payment',
  'payments.refundCredit': 'Refunded credit',
  'payments.refundRefused': 'Refund failed',
  'payments.restoreAlert': 'Restored a payment alert',
  'profile.addPasskey': 'Added a passkey',
  'profile.removePasskey': 'Removed a passkey',
  'profile.resetSecondFactor': 'Reset a user’s two-step login',
  'profile.turnSecondFactorOff': 'Turned off two-step login',
  'profile.turnSecondFactorOn': 'Turned on two-step login',
  'receipts.deleteExpired': 'Deleted receipts after 30 days in the bin',
  'receipts.deletePermanently': 'Deleted a receipt from the bin',
  'receipts.emptyBin': 'Emptied the bin',
  'receipts.infectedFile': 'Tried to upload an infected file',
  'receipts.quarantineFile': 'Quarantined an infected file',
  'receipts.remove': 'Deleted receipts',
  'receipts.replaceFile': 'Replaced a receipt’s file',
  'receipts.restore': 'Restored receipts',
  'receipts.unfile': 'Unfiled a receipt',
  'receipts.merge': 'Merged two receipts',
  'receipts.undoMerge': 'Unmerged two receipts',
  'rooms.create': 'Shared income years',
  'rooms.enter': 'Opened a share',
  'rooms.extend': 'Changed a share’s last day',
  'rooms.restore': 'Restored a share',
  'rooms.revoke': 'Revoked a share',
  'subscriptions.createPlan': 'Created a plan',
  'subscriptions.offerPlan': 'Offered a plan',
  'subscriptions.withdrawPlan': 'Withdrew a plan',
}

export function actionLabel({ action }: Pick<AuditRow, 'action'>): string {
  return actionLabels[action] ?? action
}

/** "amount: $4.99, reason: Paid twice"; without `ids`, because there can be a thousand. */
export function detailsText(details: AuditRow['details']): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && value !== '' && name !== 'ids')
    .map(([name, value]) => detailText(name, value))
    .join(', ')
}

function detailText(name: string, value: AuditRow['details'][string]): string {
  if (name === 'state') return `status: ${paymentStateLabel(value as PaymentState)}`
  if (name === 'method') return `method: ${paymentMethodLabel(String(value))}`
  if (name.endsWith('Cents') && typeof value === 'number')
    return `${inWords(name.slice(0, -'Cents'.length))}: ${formatCents(value)}`
  return `${inWords(name)}: ${value}`
}

/** `last day` for `lastDay`. */
function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
