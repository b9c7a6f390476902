import Stripe from 'stripe'
import type { PayingServer } from '#testing/paying.ts'
import type { Random } from './random.ts'

type Calls = Pick<PayingServer['standIn'], 'handle'>
/**
 * The connection fails before Stripe gets a call, or its response never arrives. Or Stripe has an error of its own, which it
 * repeats for the idempotency key.
 */
const faults = ['refused', 'lost', 'failed'] as const
type Fault = (typeof faults)[number]

/** Probability for each call. */
const FAULTY = 0.005

/** The same server, whose calls to the local Stripe take no network: a simulation makes hundreds of thousands. */
export function withoutNetwork(server: PayingServer): PayingServer {
  const stripe = clientOf(server.standIn)
  const payments = { ...server.deps.payments, client: async () => stripe }
  return { ...server, stripe, deps: { ...server.deps, payments } }
}

/** A client whose connection breaks now and then, while it's bad. */
export function badClient(standIn: PayingServer['standIn'], random: Random, isBad: () => boolean): Stripe {
  return clientOf(standIn, () => (isBad() && random.chance(FAULTY) ? random.pick(faults) : undefined))
}

/** Stripe's official client: everything but the network is as in the product. */
function clientOf(
  { handle, failCalls, secretKey }: PayingServer['standIn'],
  meetFault: () => Fault | undefined = () => undefined,
): Stripe {
  return new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: {
      getClientName: () => 'in-memory',
      makeRequest: async (_host, _port, path, method, headers, payload) => {
        const texts = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, String(value)]),
        )
        const fault = meetFault()
        if (fault === 'refused') throw new ConnectionError('ECONNREFUSED')
        const request = { method: method as 'GET' | 'POST' | 'DELETE', url: path, headers: texts, payload }
        failCalls((call) => fault === 'failed' && call.method === method && path.startsWith(call.path))
        const response = await handle(request).finally(() => failCalls(() => false))
        if (fault === 'lost') throw new ConnectionError('ETIMEDOUT')
        return {
          getStatusCode: () => response.status,
          getHeaders: () => response.headers,
          getRawResponse: () => response,
          toStream: () => response.body,
          toJSON: async () => JSON.parse(response.body) as unknown,
        }
      },
    },
  })
}

/** Not ECONNRESET: the client repeats such a call after half a second, whatever we configure, and mostly succeeds. */
class ConnectionError extends Error {
  readonly code: 'ECONNREFUSED' | 'ETIMEDOUT'

  constructor(code: ConnectionError['code']) {
    super(code)
    this.code = code
  }
}

/** Submits a form of a page. @returns where it leads. */
export async function post(
  { handle }: Calls,
  url: string,
  fields: Record<string, string>,
): Promise<string | undefined> {
  const { pathname, search } = new URL(url)
  const { headers } = await handle({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return headers['location']
}
