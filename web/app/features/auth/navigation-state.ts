import { z } from 'zod'

const stateWithEmail = z.object({ email: z.string() })

export function emailFromState(state: unknown): string | undefined {
  return stateWithEmail.safeParse(state).data?.email
}
