import { type Endpoint, type GuestAction, isFile } from '@docketbox/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import type { Caller } from './scope.ts'

export type GuestEvent = Readonly<{
  caller: Caller
  action: GuestAction
  /** An income year, the id of a receipt, or what was searched for. */
  about: string | null
  /** Of a downloaded file. */
  fileName: string | null
  /** Whether it's the rest of a download that was interrupted. */
  isContinued: boolean
}>

/** Records for an owner what their guests do. */
export type GuestLog = (event: GuestEvent) => Promise<void>

type GuestCall = {
  endpoint: Endpoint
  request: FastifyRequest
  caller: Caller
  parts: Record<string, unknown>
  result: unknown
  isContinued: boolean
}

/** Records a guest's call before it's answered, so that nothing is shown that the owner can't see afterwards. */
export async function logGuest(
  app: FastifyInstance,
  { endpoint, request, caller, parts, result, isContinued }: GuestCall,
): Promise<void> {
  const { logs: action, about } = endpoint.guests!
  const values = { ...(parts['params'] as object), ...(parts['query'] as object) } as Record<string, unknown>
  if (action === null || request.method === 'HEAD') return
  // Every list has them.
  if (values['size'] === 'thumbnail') return
  const value = about === undefined ? undefined : values[about]
  const file =
    isFile(endpoint.response) && action.startsWith('download') ? (result as OutgoingFile) : undefined
  await app.guestLog({
    caller,
    action,
    about: typeof value === 'string' && value !== '' ? value : null,
    fileName: file?.name ?? null,
    isContinued,
  })
}
