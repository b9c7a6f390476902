import { endpoints } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { describeEndpoint } from '#features/lodgement'
import type { Deps } from '#platform/config/deps.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { documentPage } from './page.ts'

/** The API described: OpenAPI 3.1 for machines, one page for people. */
export function apiDocumentRoutes(app: FastifyInstance, { config, publicUrl }: Deps): void {
  const here = endpoints.map((endpoint) => describeEndpoint(config, endpoint))
  const document = openApiDocument(here, { title: config.PRODUCT_NAME, url: publicUrl })
  const { html, styleHash } = documentPage(document)
  app.get('/api/openapi.json', (_, reply) => reply.type('application/json').send(document))
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src '${styleHash}'; base-uri 'none'`)
      .send(html),
  )
}
