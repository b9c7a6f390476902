import { z } from 'zod'
import { MAX_LENGTH, tooLong } from '../limits.ts'
import { phoneNumberMessages, phoneNumberProblem } from './phone-numbers.ts'

const nameProblem = 'Please use letters only.'
/**
 * Letters of any alphabet with spaces, apostrophes, hyphens and full stops between them (requirement 32), and with what joins
 * or separates names in other alphabets: Chinese and Japanese dots, the Tibetan tsheg, the Hebrew maqaf, and the invisible
 * joiners of Sinhala and Persian. A full stop comes right before a letter only between initials, as in J.R.: mails contain
 * names, and mail programs make links of “evil.com”.
 */
export const personName = z
  .string({ error: nameProblem })
  .trim()
  .normalize()
  .max(MAX_LENGTH.personName, tooLong(MAX_LENGTH.personName))
  .regex(/^(?=.*\p{L})(?:[\p{L}\p{M} '’.·・\u0F0B\u05BE-]|[\u200C\u200D](?=\p{L}))+$/u, nameProblem)
  .regex(/^(?:[^.]|\.(?![\p{L}\p{M}\u200C\u200D])|(?<=(?:^|[ .])\p{L})\.(?=\p{L}(?:[ .]|$)))+$/u, nameProblem)

/** One email address: no commas, no line breaks, nothing that could add a second recipient. */
export function emailField({ required, invalid }: { required: string; invalid: string }) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .pipe(z.email({ error: invalid }).max(MAX_LENGTH.email, invalid))
}

const emailProblem = '* Enter a valid email address.'
/** An email address, with the specification's messages. */
export const email = emailField({ required: emailProblem, invalid: emailProblem })

/** Whether a phone number exists in its country's numbering plan. */
export type PhoneNumberCheck = (phoneNumber: string) => boolean

/**
 * A phone number, stored as it was typed.
 * @param isValidPhoneNumber asked once the length and format are right.
 */
export function phoneNumberField(required: string, isValidPhoneNumber: PhoneNumberCheck = () => true) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(MAX_LENGTH.phoneNumber, phoneNumberMessages.tooLong)
    .superRefine((typed, context) => {
      const problem = phoneNumberProblem(typed)
      if (problem !== undefined) context.addIssue(problem)
      else if (typed !== '' && !isValidPhoneNumber(typed)) context.addIssue(phoneNumberMessages.unknown)
    })
}

/** A phone number at sign-up and in the profile, with the specification's message. */
export function ownPhoneNumber(isValidPhoneNumber?: PhoneNumberCheck) {
  return phoneNumberField('* Phone number is required.', isValidPhoneNumber)
}
