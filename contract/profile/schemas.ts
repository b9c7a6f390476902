import { z } from 'zod'
import { type SecurityEventKind, securityEvents } from '../core/security/security-events.ts'

export const session = z.object({
  _id: z.uuid(),
  /** As in "Chrome on Windows". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})

export const securityEvent = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]]),
  /** As in "Chrome on Windows"; null if it wasn't done on a device. */
  device: z.string().nullable(),
})
export type SecurityEvent = z.infer<typeof securityEvent>
