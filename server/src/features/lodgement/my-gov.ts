import type { FastifyRequest } from 'fastify'

/**
 * Takes the two myGov passwords out of a request before anything else sees it (decision 27). What stays says only
 * whether each was filled in and whether they were the same, which is all the rules of the form ask.
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
