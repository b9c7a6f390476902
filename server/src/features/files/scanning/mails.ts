import type { OperatorMail } from '#platform/mail/operators.ts'

export type Infection = { ownerId: string; malware: string; sha256: string }

export function infectedMail({ ownerId, malware, sha256 }: Infection): OperatorMail {
  return {
    subject: 'an infected file was refused',
    heading: 'Someone uploaded an infected file',
    paragraphs: [
      'The scanner found malware in a file. We refused it, told its sender, and stored nothing.',
      `Malware: ${malware}`,
      `User: ${ownerId}`,
      `SHA-256 of the file: ${sha256}`,
    ],
  }
}
