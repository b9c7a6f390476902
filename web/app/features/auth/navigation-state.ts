import { z } from 'zod'

const stateWithEmail = z.object({ email: z.string() })

/** The email address in the navigation state; undefined when there is none. */
export function emailFromState(state: unknown): string | undefined {
  return stateWithEmail.safeParse(state).data?.email
}
