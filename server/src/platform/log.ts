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
  err: pino.stdSerializers.err,
}

/**
 * Structured lines, on standard output unless told. Addresses are logged without their query: it may hold a secret.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  return to ? pino({ level, serializers }, to) : pino({ level, serializers })
}
