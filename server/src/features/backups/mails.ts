import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'

/** Tells the operator that backups stopped. */
export function overdueMail(
  { SUPPORT_EMAIL, PRODUCT_NAME }: Pick<Environment, 'SUPPORT_EMAIL' | 'PRODUCT_NAME'>,
  newest: Date | null,
): Mail {
  return {
    to: SUPPORT_EMAIL,
    subject: `${PRODUCT_NAME}: the backup is overdue`,
    heading: 'There’s no recent backup',
    paragraphs: [
      newest
        ? `The newest complete backup is from ${newest.toISOString()}. There should be one every night.`
        : 'No backup has been completed yet, although BACKUP_DIR is set.',
      'The log of the worker says why. Until there’s a new backup, nothing that’s due is deleted for good.',
    ],
    reason: `You’re receiving this because this is the support address of ${PRODUCT_NAME}.`,
  }
}
