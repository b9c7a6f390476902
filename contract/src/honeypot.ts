import { z } from 'zod'

/**
 * A field that people never see and programs like to fill in. What arrives with it is answered like any other and
 * then forgotten.
 */
export const honeypot = z
  .string()
  .max(2000)
  .optional()
  .meta({ description: 'Leave it out: it is a trap for programs.' })
