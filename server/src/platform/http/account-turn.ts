import { commonRefusals, type Endpoint, isFile } from '@docketbox/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountLimits, CallKind } from '#platform/limits/account-limits.ts'
import { Refusal } from './refusal.ts'

type AccountCall = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply; accountId: string }

/**
 * Runs a call once it's its account's turn. That of an archive lasts until the response is sent.
 * @throws Refusal 429 when the account asks for too much.
 */
export async function inAccountTurn<T>(
  limits: AccountLimits,
  { endpoint, request, reply, accountId }: AccountCall,
  work: () => Promise<T>,
): Promise<T> {
  const kind = kindOf(endpoint, request)
  // The same page asks again when its connection broke before we noticed. Another one has to wait.
  if (kind === 'archive') limits.archives.get(accountId)?.endIf(request)
  const leave = await limits.enter(accountId, kind)
  try {
    // No one waits for the result any more.
    if (reply.raw.closed) throw new Refusal(commonRefusals.tooManyRequests)
    if (kind === 'archive') leaveWithResponse(limits, { request, reply, accountId }, leave)
    return await work()
  } finally {
    if (kind !== 'archive' || reply.raw.closed) leave()
  }
}

function leaveWithResponse(
  { archives }: AccountLimits,
  { request, reply, accountId }: Omit<AccountCall, 'endpoint'>,
  leave: () => void,
): void {
  const running = {
    endIf({ url, headers }: FastifyRequest) {
      const page = headers['page-id']
      if (page === undefined || page !== request.headers['page-id'] || url !== request.url) return
      leave()
      reply.raw.destroy()
    },
  }
  archives.set(accountId, running)
  reply.raw.once('close', () => {
    leave()
    if (archives.get(accountId) === running) archives.delete(accountId)
  })
}

function kindOf({ method, cost, body, response }: Endpoint, { query }: FastifyRequest): CallKind {
  if (cost) return cost
  if (body && isFile(body)) return 'upload'
  if (isFile(response)) return 'file'
  if (method !== 'GET') return 'write'
  return (query as { q?: unknown }).q ? 'search' : 'read'
}
