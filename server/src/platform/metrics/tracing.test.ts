import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTracing } from './tracing.ts'

type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string }
type Batch = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }

test('requests and their queries are sent to the collector as one trace, which continues the caller’s', async () => {
  const spans: Sent[] = []
  const receive = async (request: IncomingMessage) => {
    expect(request.url).toBe('/v1/traces')
    const { resourceSpans } = (await json(request)) as Batch
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  }
  const collector = createServer((request, response) => {
    const answer = () => response.setHeader('content-type', 'application/json').end('{}')
    void receive(request).then(answer, (error: Error) => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const tracing = await startTracing({ endpoint: `http://127.0.0.1:${port}`, ROLE: 'web' })
  const app = Fastify()
  tracing.traceRequests(app)
  app.get('/api/upload/:id', async () => {
    await Promise.resolve()
    tracing.traceQuery('select $1', 2)
    return {}
  })
  const [traceId, callerId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const headers = { traceparent: `00-${traceId}-${callerId}-01` }
  await app.inject({ url: '/api/upload/7', headers })
  await tracing.traceJob('mail', async () => undefined)
  tracing.traceQuery('select polling', 1)
  await tracing.stop()
  collector.close()

  const request = spans.find(({ name }) => name === 'GET /api/upload/:id')
  const query = spans.find(({ name }) => name === 'query')
  expect(request).toMatchObject({ traceId, parentSpanId: callerId })
  expect(query).toMatchObject({ traceId, parentSpanId: request!.spanId })
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['GET /api/upload/:id', 'job mail', 'query'])
})
