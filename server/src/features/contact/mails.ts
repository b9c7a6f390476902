import type { ContactMessage } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Names = Pick<Environment, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>

/** The message on its way to us. Answering it answers the sender. */
export function messageForUs(
  { PRODUCT_NAME, SUPPORT_EMAIL }: Names,
  { email, phoneNumber, feedback }: Omit<ContactMessage, 'website'>,
): Mail {
  return {
    to: SUPPORT_EMAIL,
    replyTo: email,
    subject: 'A message from the contact form',
    heading: 'Somebody wrote to us',
    paragraphs: [feedback],
    facts: [
      ['Email', email],
      ['Phone', phoneNumber],
    ],
    reason: `You get this because messages to ${PRODUCT_NAME} come to this address. Answering it writes to the sender.`,
  }
}

/** What the sender gets: nothing of what was typed, because anybody can type anybody's address. */
export function acknowledgement({ PRODUCT_NAME }: Names, to: string): Mail {
  return {
    to,
    subject: 'We have received your message',
    heading: 'Thank you for writing to us',
    paragraphs: [
      'Your message has arrived. A person reads it, and we answer by email to this address.',
      'Is there something to add? Write to the address below, or use the contact form again.',
    ],
    reason: `You get this because this address was given in the contact form of ${PRODUCT_NAME}. If that was not you, there is nothing you need to do.`,
  }
}
