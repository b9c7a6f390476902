import type { FastifyBaseLogger } from 'fastify'
import pino, { type DestinationStream } from 'pino'

export type Log = FastifyBaseLogger

const serializers = {
  req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
    id,
    method,
    path: url.split('?')[0]!.replaceAll(EMAIL_IN_PATH, '…'),
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  err: withoutPrivateParts,
}

/** An email, as the path of a call names it. */
const EMAIL_IN_PATH = /[^/]*(?:@|%40)[^/]*/gi

/**
 * Errors of the database carry the connection they came from and quote from people's rows; those of the payment
 * provider carry whole payments, with what opens them and who pays: of an error goes on what is said in a word.
 */
function withoutPrivateParts(error: Error): object {
  const { aggregateErrors, ...facts } = pino.stdSerializers.err(error)
  return {
    ...inAWord(facts),
    ...(aggregateErrors && {
      aggregateErrors: aggregateErrors.map(inAWord),
    }),
  }
}

function inAWord(facts: object): object {
  const said = Object.entries(facts).filter(([name, value]) => name !== 'detail' && typeof value !== 'object')
  return Object.fromEntries(said)
}

/**
 * Structured lines, on standard output unless told. Addresses are logged without their query: it may hold a secret, and
 * without emails.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  return to ? pino({ level, serializers }, to) : pino({ level, serializers })
}
