import { type ContactMessage, paths } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { OperatorMail } from '#platform/mail/operators.ts'

type Names = Pick<Environment, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>

/** The message, mailed to us. Replying to it writes to the sender. */
export function contactMail(
  { PRODUCT_NAME, SUPPORT_EMAIL }: Names,
  { email, phoneNumber, feedback }: Omit<ContactMessage, 'website'>,
): Mail {
  return {
    to: SUPPORT_EMAIL,
    replyTo: email,
    // Mail programs join mails with the same subject, so a reply could go to someone else.
    subject: `New contact message from ${email}`,
    heading: 'New contact message',
    paragraphs: [feedback],
    facts: [
      ['Email', email],
      ['Phone', phoneNumber],
    ],
    reason: `You’re receiving this because contact messages to ${PRODUCT_NAME} go to this address. Reply to this email to reach the sender.`,
  }
}

/** Says that more messages have arrived than we mail. */
export function waitingMessagesMail({ publicUrl }: Pick<MailDeps, 'publicUrl'>): OperatorMail {
  return {
    subject: 'more contact messages are waiting',
    heading: 'More contact messages are waiting',
    paragraphs: [
      'So many contact messages have arrived in the past hour that we’ve stopped emailing them for now. You’ll find the others on the Messages screen.',
    ],
    button: { label: 'See the messages', url: publicUrl + paths.adminMessages },
  }
}

/** Confirms a message without quoting it, because anyone can enter anyone's address. */
export function acknowledgement({ PRODUCT_NAME }: Names, to: string): Mail {
  return {
    to,
    subject: 'We’ve received your message',
    heading: 'Thanks for getting in touch',
    paragraphs: [
      'We’ve received your message and we’ll reply to this address.',
      'Anything to add? Just reply to this email.',
    ],
    reason: `You’re receiving this because this address was entered on the ${PRODUCT_NAME} contact form. If that wasn’t you, you can ignore this email.`,
  }
}
