import { endpoints } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { describeEndpoint } from '#features/lodgement'
import type { Deps } from '#platform/config/deps.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { documentPage } from './page.ts'

/** The API described: OpenAPI 3.1 for machines, one page for people. Made when first asked for, as few ever ask. */
export function apiDocumentRoutes(app: FastifyInstance, { config, publicUrl }: Deps): void {
  const describe = once(() =>
    openApiDocument(
      endpoints.map((endpoint) => describeEndpoint(config, endpoint)),
      { title: config.PRODUCT_NAME, url: publicUrl },
    ),
  )
  const page = once(() => documentPage(describe()))
  app.get('/api/openapi.json', (_, reply) => reply.type('application/json').send(describe()))
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src '${page().styleHash}'; base-uri 'none'`,
      )
      .send(page().html),
  )
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
