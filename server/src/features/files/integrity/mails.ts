import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { inWords, type Report } from './report.ts'

/** Tells whoever runs the product. It names records, no people. */
export function damageMail(
  { SUPPORT_EMAIL, PRODUCT_NAME }: Pick<Environment, 'SUPPORT_EMAIL' | 'PRODUCT_NAME'>,
  report: Report,
): Mail {
  return {
    to: SUPPORT_EMAIL,
    subject: `${PRODUCT_NAME}: stored data is damaged`,
    heading: 'The nightly check found damage',
    paragraphs: [
      'Nothing was changed or deleted. Please restore the files below from a backup; a file is whole again as soon as its bytes are back under its name.',
      ...inWords(report).slice(0, 50),
    ],
    reason: `You get this because this is the support address of ${PRODUCT_NAME}.`,
  }
}
