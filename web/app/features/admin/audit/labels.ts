import type { AuditGroup, AuditRow } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'

/** What can be asked for, as people say it. */
export const groupWords: Record<AuditGroup, string> = {
  auth: 'Passwords, emails and accounts',
  profile: 'Second factors',
  account: 'Data taken away or deleted',
  receipts: 'Receipts',
  subscriptions: 'Plans',
  payments: 'Payments',
  admin: 'Subscribers',
  invitations: 'Invitations',
  inbox: 'Messages and lodgements',
  lodgement: 'Sealed lodgements',
  integrity: 'Checks of stored files',
}

/** What was done, as people say it. */
const words: Record<string, string> = {
  'account.export': 'Downloaded all their data',
  'account.purge': 'Deleted a closed account',
  'admin.exportSubscribers': 'Exported the subscribers',
  'admin.suspendUser': 'Suspended',
  'admin.unsuspendUser': 'Unsuspended',
  'auth.changeEmail': 'Changed their email',
  'auth.changePassword': 'Changed their password',
  'auth.closeAccount': 'Closed their account',
  'auth.createAdministrator': 'Made an administrator',
  'auth.keepEmail': 'Took back a change of email',
  'auth.reopenAccount': 'Opened their account again',
  'inbox.markDone': 'Marked as done',
  'inbox.reopen': 'Marked as not done',
  'integrity.check': 'Checked the stored files',
  'invitations.accept': 'Accepted an invitation',
  'invitations.create': 'Invited an administrator',
  'invitations.withdraw': 'Withdrew an invitation',
  'lodgement.forget': 'Deleted an old lodgement',
  'lodgement.readWhole': 'Read a lodgement whole',
  'payments.refund': 'Gave a payment back',
  'payments.refundRefused': 'Could not give a payment back',
  'profile.addPasskey': 'Added a passkey',
  'profile.removePasskey': 'Removed a passkey',
  'profile.resetSecondFactor': 'Took off a second factor',
  'profile.turnSecondFactorOff': 'Turned their second factor off',
  'profile.turnSecondFactorOn': 'Turned their second factor on',
  'receipts.remove': 'Deleted a receipt',
  'receipts.replaceFile': 'Replaced the file of a receipt',
  'receipts.restore': 'Restored a receipt',
  'subscriptions.createPlan': 'Created a plan',
}

export function actionIn({ action }: Pick<AuditRow, 'action'>): string {
  return words[action] ?? action
}

/** "amount: $4.99, reason: Paid twice" */
export function detailsIn(details: AuditRow['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) =>
      name.endsWith('Cents') && typeof value === 'number'
        ? `${name.slice(0, -'Cents'.length)}: ${formatCents(value)}`
        : `${name}: ${value}`,
    )
    .join(', ')
}
