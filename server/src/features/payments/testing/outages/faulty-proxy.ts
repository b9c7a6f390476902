import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterTheFile } from '#testing/clean-up.ts'
import type { PayingServer } from '#testing/paying.ts'

/**
 * `reset`: the connection breaks before Stripe gets the call. The others happen once it's done: the connection
 * breaks without an answer (`lost`), halfway through it (`cut`), or the answer comes when we no longer wait (`late`).
 * `failed`: Stripe has an error of its own, and repeats it for the idempotency key.
 */
export const connectionFaults = ['reset', 'lost', 'cut', 'late'] as const
export const faults = [...connectionFaults, 'failed'] as const
export type Fault = (typeof faults)[number]

/** `forbidden`: a restricted key isn't allowed to make the call. */
type Break = Fault | 'forbidden'

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>

/** Stands between the product and Stripe, and breaks the connection where it's told to. */
export async function startFaultyProxy(target: Pick<PayingServer['standIn'], 'failCalls' | 'host' | 'port'>) {
  let calls: string[] = []
  let broken: { call: string; fault: Break; isMet: boolean } | undefined

  const server = createServer((incoming, response) => {
    void (async () => {
      const call = nameOf(incoming)
      calls.push(call)
      const body = await text(incoming)
      const fault = broken?.call === call ? broken.fault : undefined
      if (broken && fault) broken.isMet = true
      if (fault === 'reset') return incoming.socket.resetAndDestroy()
      const refuse = (status: number, type: string, message: string) =>
        response
          .writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
          .end(JSON.stringify({ error: { type, message } }))
      if (fault === 'forbidden')
        return refuse(403, 'invalid_request_error', 'The provided key may not do this.')
      const { headers, method = 'GET', url = '/' } = incoming
      if (fault === 'failed' && method === 'GET')
        return refuse(500, 'api_error', 'An unknown error occurred.')
      const answer = await fetch(`http://${target.host}:${target.port}${url}`, {
        method,
        headers: withoutConnection(headers),
        ...(method !== 'GET' && { body }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (fault === 'lost') return incoming.socket.resetAndDestroy()
      if (fault === 'late') return void (await once(response, 'close'))
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'request-id': answer.headers.get('request-id') ?? '',
        ...(answer.status === 500 && { 'stripe-should-retry': 'false' }),
        ...(answer.headers.has('idempotent-replayed') && {
          'idempotent-replayed': 'true',
          'original-request': answer.headers.get('original-request')!,
        }),
      })
      if (fault !== 'cut') return response.end(bytes)
      response.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.resetAndDestroy())
    })().catch(() => incoming.socket.destroy())
  })
  const { port } = await listen(server)
  afterTheFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    host: '127.0.0.1',
    port,
    /** From now on, every call of this name meets the fault. */
    break: (call: string, fault: Break): void => {
      broken = { call, fault, isMet: false }
      // Nothing repeats a failed GET, so it fails here: the test itself still has to read.
      const fails = fault === 'failed' && !call.startsWith('GET')
      target.failCalls(({ method, path }) => fails && nameOf({ method, url: path }) === call)
    },
    /** Whether a call has met the fault. */
    isMet: (): boolean => broken?.isMet ?? false,
    heal: (): void => {
      broken = undefined
      target.failCalls(() => false)
    },
    /** The names of the calls since it was last asked, such as `POST /v1/refunds`. */
    takeCalls: (): string[] => calls.splice(0),
  }
}

async function listen(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address() as AddressInfo
}

/** A call without its IDs: `POST /v1/subscriptions/:id`. */
function nameOf({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const path = url.split('?')[0]!.replaceAll(/\/(?:[a-z]{1,4}_|plan_|price_)\w+/g, '/:id')
  return `${method} ${path}`
}

function withoutConnection(headers: IncomingMessage['headers']): Record<string, string> {
  const hop = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => !hop.includes(name) && typeof value === 'string'),
  ) as Record<string, string>
}
