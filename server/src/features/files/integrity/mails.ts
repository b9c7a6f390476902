import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { describeReport, type Report } from './report.ts'

/** Tells the operator. It names records, not people. */
export function damageMail(
  { SUPPORT_EMAIL, PRODUCT_NAME }: Pick<Environment, 'SUPPORT_EMAIL' | 'PRODUCT_NAME'>,
  report: Report,
): Mail {
  return {
    to: SUPPORT_EMAIL,
    subject: `${PRODUCT_NAME}: stored data is damaged`,
    heading: 'The nightly check found damage',
    paragraphs: [
      'We haven’t changed or deleted anything. Please restore these files from a backup, under the same names.',
      ...describeReport(report).slice(0, 50),
    ],
    reason: `You’re receiving this because this is the support address of ${PRODUCT_NAME}.`,
  }
}
