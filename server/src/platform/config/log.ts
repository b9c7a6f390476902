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
  err: redactError,
}

/** An email address within a path. */
const EMAIL_IN_PATH = /[^/]*(?:@|%40)[^/]*/gi

/**
 * Logs only the plain fields of an error: database errors quote users' rows, Stripe's errors contain payments with their
 * secrets, and a wrong URL (`input`) may contain a password.
 */
function redactError(error: Error): object {
  const { aggregateErrors, ...facts } = pino.stdSerializers.err(error)
  return {
    ...plainFields(facts),
    ...causeCode(error),
    ...(aggregateErrors && {
      aggregateErrors: aggregateErrors.map(plainFields),
    }),
  }
}

/** What the network said, such as ECONNREFUSED: Stripe's errors have its error as their `detail`. */
function causeCode({ cause, detail }: Error & { detail?: unknown }): object {
  const { code } = ((detail instanceof Error ? detail : cause) ?? {}) as { code?: unknown }
  return typeof code === 'string' ? { causeCode: code } : {}
}

function plainFields(facts: object): object {
  const plain = Object.entries(facts).filter(
    ([name, value]) => !['detail', 'input'].includes(name) && typeof value !== 'object',
  )
  return Object.fromEntries(plain)
}

/**
 * Logs JSON lines to standard output by default. Paths are logged without queries, which may hold a secret, and without
 * email addresses.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  return to ? pino({ level, serializers }, to) : pino({ level, serializers })
}
