import { formatDay, lastDayOf, paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

export function purgeReminderMail({ config, publicUrl }: MailDeps, user: Recipient, purgeAt: Date): Mail {
  const day = formatDay(lastDayOf(purgeAt))
  return {
    to: user.email,
    subject: `Your receipts will be deleted after ${day}`,
    heading: `We’ll delete your receipts after ${day}`,
    paragraphs: [
      `Hi ${user.firstName}, you closed your ${config.PRODUCT_NAME} account. Until ${day} you can log in and reopen it. After that we permanently delete every receipt and file in it, and we can’t undo that.`,
    ],
    button: { label: 'Reopen my account', url: `${publicUrl}${paths.login}` },
    closing: ['If you still want it deleted, you don’t need to do anything.'],
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} account is closed.`,
  }
}

export function purgedMail({ config }: Pick<MailDeps, 'config'>, user: Recipient): Mail {
  return {
    to: user.email,
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      `Hi ${user.firstName}, we’ve deleted your ${config.PRODUCT_NAME} account and everything in it. This is our last email to you.`,
      ...(config.BACKUP_DIR === undefined
        ? []
        : ['Copies in our backups are deleted within about two weeks.']),
      'We keep payment records without your name for as long as tax law requires.',
    ],
    reason: `You’re receiving this because you closed your ${config.PRODUCT_NAME} account.`,
  }
}
