import type { FastifyBaseLogger } from 'fastify'
import pino, { type DestinationStream } from 'pino'

export type Log = FastifyBaseLogger

const serializers = {
  req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
    id,
    method,
    path: url.split('?')[0],
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  err: withoutPrivateParts,
}

/** Errors of the database carry the connection they came from, all of it, and quote from people's rows. */
function withoutPrivateParts(error: Error): object {
  const {
    client: _,
    detail: __,
    ...facts
  } = pino.stdSerializers.err(error) as object as Record<string, unknown>
  return facts
}

/**
 * Structured lines, on standard output unless told. Addresses are logged without their query: it may hold a secret.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  return to ? pino({ level, serializers }, to) : pino({ level, serializers })
}
