import { z } from 'zod'
import { emailField, type PhoneNumberCheck, phoneNumberField } from '../core/people/contact-details.ts'
import { endpoint } from '../core/endpoint.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { refusals } from '../core/refusal.ts'
import { prose } from '../core/schemas/text.ts'

export const contactTexts = {
  sent: 'Message sent successfully!',
  failed: 'Failed to send message. Please try again later.',
  broken: 'Something went wrong. Please try again.',
} as const

export const contactRefusals = refusals('contact', {
  trapFilled: [
    400,
    'Your browser filled in a hidden field that we use to catch spam. We’ve cleared it. Please send your message again.',
  ],
})

/** A message to us. `isValidPhoneNumber` knows the numbering plans of phone numbers. */
export function contactMessage(isValidPhoneNumber: PhoneNumberCheck) {
  return z.strictObject({
    email: emailField({
      required: 'Please enter your email address.',
      invalid: 'Please enter an email address such as name@example.com.',
    }),
    phoneNumber: phoneNumberField('Please enter your phone number.', isValidPhoneNumber),
    feedback: prose({ max: MAX_LENGTH.message, required: 'Please write a message.' }),
    /** A hidden field for bots. Password managers may fill it in too, so the refusal tells people what to do. */
    website: z.string().max(2000).optional().meta({ description: 'Leave this out: it’s a trap for bots.' }),
  })
}
export type ContactMessage = z.output<ReturnType<typeof contactMessage>>

export const contactEndpoints = {
  send: endpoint('POST /api/contact', {
    right: 'public',
    summary: 'Sends us a message and confirms it to the sender by email.',
    body: contactMessage(() => true),
    refusals: [contactRefusals.trapFilled],
    limits: [{ per: 'address', max: 5, windowSeconds: 3600 }],
    response: z.object({
      message: z.string(),
      /** Whether we email the sender a confirmation: each address gets only a few a day. */
      isConfirmed: z.boolean(),
      /** Set when something that looked like a tax file number was removed (requirement 29). */
      warning: z.string().optional(),
    }),
  }),
}
