import { HOME_TIME_ZONE } from '@docketbox/contract/core/dates'
import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Received = { email: string; reference: string; createdAt: Date }

const sydneyTime = new Intl.DateTimeFormat('en-AU', {
  timeZone: HOME_TIME_ZONE,
  dateStyle: 'full',
  timeStyle: 'short',
})

/** Confirms a lodgement without repeating any answer, because anyone can enter anyone's address. */
export function confirmation(
  { PRODUCT_NAME }: Pick<Environment, 'PRODUCT_NAME'>,
  { email, reference, createdAt }: Received,
): Mail {
  return {
    to: email,
    subject: `We’ve received your claims and deductions (${reference})`,
    heading: 'We’ve received your claims and deductions',
    paragraphs: [
      'Thanks for filling in the Claims and Deductions form. Our team or a registered tax agent will read it and contact you by email or phone.',
      'This isn’t a tax return. Nothing has been sent to the Australian Taxation Office, so your return still needs to be lodged. Please quote the reference below if you contact us.',
    ],
    facts: [
      ['Reference', reference],
      ['Received', `${sydneyTime.format(createdAt)}, Sydney time`],
    ],
    closing: [
      'For your privacy, this email doesn’t include your answers. We delete them 90 days after we’ve dealt with them, and after two years at the latest.',
      'This is general information, not tax advice.',
    ],
    reason: `You’re receiving this because this address was entered on the ${PRODUCT_NAME} Claims and Deductions form. If that wasn’t you, please let us know.`,
  }
}
