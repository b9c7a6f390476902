import { z } from 'zod'
import { sentRequest } from '#platform/storage/sent-request.ts'

/** The plan change that this tab hasn't learned the outcome of. */
export const sentChange = sentRequest(
  'plan-change',
  z.object({ plan: z.string(), isDowngrade: z.boolean().optional() }),
)
