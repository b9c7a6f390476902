import { z } from 'zod'
import { phoneNumberMessages, phoneNumberProblem } from './phone-numbers.ts'

/** The e-mail address of one person: no commas, no line ends, nothing that could add another. */
export function emailField({ required, invalid }: { required: string; invalid: string }) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .pipe(z.email({ error: invalid }).max(254, invalid))
}

/** Whether somebody can be called under a number; knows the numbering plans, which this package does not. */
export type CanBeCalled = (phoneNumber: string) => boolean

/** A phone number, kept as it was written. `canBeCalled` is asked when the light rule is content. */
export function phoneNumberField(required: string, canBeCalled: CanBeCalled) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(40, phoneNumberMessages.tooLong)
    .superRefine((typed, context) => {
      const problem = phoneNumberProblem(typed)
      if (problem !== undefined) context.addIssue(problem)
      else if (typed !== '' && !canBeCalled(typed)) context.addIssue(phoneNumberMessages.unknown)
    })
}
