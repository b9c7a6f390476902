import { paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { OperatorMail } from '#platform/mail/operators.ts'

export type Infection = { ownerId: string; malware: string; sha256: string }

export function infectedMail({ ownerId, malware, sha256 }: Infection): OperatorMail {
  return {
    subject: 'an infected file was refused',
    heading: 'Someone uploaded an infected file',
    paragraphs: [
      'The scanner found malware in an upload. We refused it, told the user and stored nothing.',
      `Malware: ${malware}`,
      `User: ${ownerId}`,
      `SHA-256 of the file: ${sha256}`,
    ],
  }
}

type Quarantine = { ownerIds: readonly string[]; malware: string; sha256: string }

export function quarantineMail({ ownerIds, malware, sha256 }: Quarantine): OperatorMail {
  return {
    subject: 'a stored file is infected',
    heading: 'A stored file is infected',
    paragraphs: [
      'The scanner found malware in a file stored before scanning was set up. The file is in quarantine: it can’t be opened any more, and we’ve told its users.',
      `Malware: ${malware}`,
      `Users: ${ownerIds.join(', ') || 'none'}`,
      `SHA-256 of the file: ${sha256}`,
    ],
  }
}

/** `receiptId` is null for a file that hasn’t been filed. */
type Holder = { email: string; firstName: string; title: string; receiptId: string | null }

export function quarantinedMail({ config, publicUrl }: MailDeps, holder: Holder): Mail {
  const { email, firstName, title, receiptId } = holder
  const next =
    receiptId === null
      ? {
          state: 'You haven’t filed it yet, so please discard it.',
          copy: 'upload that instead',
          button: { label: 'Open To file', url: publicUrl + paths.toFile },
        }
      : {
          state: 'Everything else about the receipt is still there.',
          copy: 'replace this file with it',
          button: { label: 'Open the receipt', url: publicUrl + paths.review(receiptId) },
        }
  return {
    to: email,
    subject: 'We found malware in one of your files',
    heading: 'We found malware in one of your files',
    paragraphs: [
      `Hi ${firstName}, our scanner found malware in “${title}”. The file can’t be opened or downloaded any more. ${next.state}`,
      `Please check the device the file came from. If you have a clean copy, such as a photo of the receipt, ${next.copy}.`,
    ],
    button: next.button,
    reason: `You’re receiving this because you keep receipts in ${config.PRODUCT_NAME}.`,
  }
}
