import { z } from 'zod'

const withEmail = z.object({ email: z.string() })
const withMessage = z.object({ message: z.string().min(1) })

/** The e-mail address another screen passed along. */
export function emailIn(state: unknown): string | undefined {
  return withEmail.safeParse(state).data?.email
}

/** The message another screen passed along. */
export function messageIn(state: unknown): string | undefined {
  return withMessage.safeParse(state).data?.message
}
