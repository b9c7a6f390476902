import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'

/** Tells the operator. It names records, not people. */
export function infectedMail(
  { SUPPORT_EMAIL, PRODUCT_NAME }: Pick<Environment, 'SUPPORT_EMAIL' | 'PRODUCT_NAME'>,
  { ownerId, malware, sha256 }: { ownerId: string; malware: string; sha256: string },
): Mail {
  return {
    to: SUPPORT_EMAIL,
    subject: `${PRODUCT_NAME}: an infected file was refused`,
    heading: 'Someone uploaded an infected file',
    paragraphs: [
      'The scanner found malware in a file. We refused it, told its sender, and stored nothing.',
      `Malware: ${malware}`,
      `User: ${ownerId}`,
      `SHA-256 of the file: ${sha256}`,
    ],
    reason: `You’re receiving this because this is the support address of ${PRODUCT_NAME}.`,
  }
}
