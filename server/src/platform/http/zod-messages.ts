import type { z } from 'zod'

/** Messages for problems whose schema has none. */
export const zodErrorMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is required.'
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'This is too short.' : `This must be at least ${issue.minimum}.`
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `This can have at most ${issue.maximum} characters.`
      : `This can be at most ${issue.maximum}.`
  return 'This isn’t valid.'
}
