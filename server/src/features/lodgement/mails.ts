import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Received = { email: string; reference: string; createdAt: Date }

const melbourneTime = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Melbourne',
  dateStyle: 'full',
  timeStyle: 'short',
})

/** The promised confirmation. It holds nothing that was answered, no name either: anybody can type any address. */
export function confirmation(
  { PRODUCT_NAME }: Pick<Environment, 'PRODUCT_NAME'>,
  { email, reference, createdAt }: Received,
): Mail {
  return {
    to: email,
    subject: `We have received your claims and deductions (${reference})`,
    heading: 'Your claims and deductions have arrived',
    paragraphs: [
      'Thank you. What you sent us has arrived safely. Please quote the reference if you write to us.',
    ],
    facts: [
      ['Reference', reference],
      ['Received', `${melbourneTime.format(createdAt)}, Melbourne time`],
    ],
    closing: [
      'To protect your privacy this mail repeats none of your answers. Your spouse’s details and incomes are stored encrypted. If the form asked for your myGov password, it was dropped on arrival and is not stored anywhere. We delete your answers 90 days after we have dealt with them, and after two years at the latest.',
      'Nothing has been sent to the Australian Taxation Office. This is general information, not tax advice.',
    ],
    reason: `You get this because this address was given in the Claims and Deductions form of ${PRODUCT_NAME}. If that was not you, please tell us.`,
  }
}
