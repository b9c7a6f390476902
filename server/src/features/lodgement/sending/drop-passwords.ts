import type { FastifyRequest } from 'fastify'

/**
 * Drops the two myGov passwords from a request before anything else sees it (requirement 27). The placeholders only tell
 * whether each was filled in and whether they were the same.
 */
export async function dropMyGovPasswords({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null) return
  const fields = body as Record<string, unknown>
  const { myGovPassword: one, confirmMyGovPassword: other } = fields
  if ('myGovPassword' in fields) fields['myGovPassword'] = isText(one) ? one && 'filled in' : null
  if ('confirmMyGovPassword' in fields) {
    const outcome = other === one ? 'filled in' : 'filled in differently'
    fields['confirmMyGovPassword'] = isText(other) ? other && outcome : null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
