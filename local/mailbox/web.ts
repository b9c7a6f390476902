import Fastify, { type FastifyReply } from 'fastify'
import { atPreferredPort, isLocalHost, loopback } from '#http/listen.ts'
import { page, pageHeaders } from '#http/page.ts'
import { html } from '#http/html.ts'
import type { ReceivedMail } from './received-mail.ts'
import type { Letters } from './mail-folder.ts'
import { framedHtml, mailPage, listPage } from './pages.ts'

const longestWaitMs = 60_000

/** Reloads the list when mail arrives. */
const liveScript = `
const list = document.querySelector('[data-newest]')
async function live() {
  for (;;) {
    const response = await fetch('/api/messages/wait?timeoutMs=25000&after=' + encodeURIComponent(list.dataset.newest))
    if (response.status === 200) return location.reload()
  }
}
if (list) live().catch(() => setTimeout(() => location.reload(), 5000))
`

type Waiting = { to?: string; subject?: string; after?: string; timeoutMs?: string }

/** The mailbox as pages for people and JSON for tests. */
export async function startWeb(mails: Letters, preferredPort: number | undefined) {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const stopping = new AbortController()

  app.addHook('onRequest', async (request, reply) => {
    if (!isLocalHost(request.headers.host)) return reply.code(403).send({ message: 'Loopback only.' })
    return undefined
  })

  const find = async (id: string) => (await mails.newestFirst()).find((mail) => mail.id === id)
  const send = (reply: FastifyReply, markup: string) => reply.headers(pageHeaders).send(markup)
  const notFound = (reply: FastifyReply) =>
    send(
      reply.code(404),
      page({
        standIn: 'Local mailbox',
        note: 'Nothing leaves this machine.',
        title: 'Mail not found',
        body: html`<h1>Mail not found</h1>
          <p><a href="/">All mail</a></p>`,
      }),
    )

  app.get('/', async (_, reply) => send(reply, listPage(await mails.newestFirst())))
  app.get('/live.js', (_, reply) => reply.type('text/javascript').send(liveScript))

  app.get<{ Params: { id: string }; Querystring: { view?: string } }>(
    '/messages/:id',
    async ({ params, query }, reply) => {
      if (params.id.endsWith('.eml')) return sendOriginal(reply, params.id.slice(0, -'.eml'.length))
      const mail = await find(params.id)
      if (!mail) return notFound(reply)
      return send(reply, mailPage(mail, query.view === 'text' || mail.html === '' ? 'text' : 'html'))
    },
  )

  app.get<{ Params: { id: string } }>('/messages/:id/html', async ({ params }, reply) => {
    const mail = await find(params.id)
    if (!mail) return notFound(reply)
    return reply
      .headers({
        ...pageHeaders,
        'content-security-policy':
          "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      })
      .send(framedHtml(mail))
  })

  app.get<{ Querystring: Waiting }>('/api/messages', async ({ query }) => {
    const all = await mails.newestFirst()
    return all.filter(({ recipients }) => query.to === undefined || recipients.includes(query.to))
  })

  app.get<{ Querystring: Waiting }>(
    '/api/messages/wait',
    async ({ query, raw }, reply): Promise<ReceivedMail | FastifyReply> => {
      const gone = new AbortController()
      raw.once('close', () => gone.abort())
      const timeoutMs = Math.min(Number(query.timeoutMs ?? 10_000) || 0, longestWaitMs)
      const signal = AbortSignal.any([stopping.signal, gone.signal])
      const mail = await mails.waitFor(query, timeoutMs, signal)
      return mail ?? reply.code(204).send()
    },
  )

  async function sendOriginal(reply: FastifyReply, id: string) {
    const eml = await mails.original(id)
    if (!eml) return notFound(reply)
    return reply.headers({ 'content-type': 'message/rfc822', 'x-content-type-options': 'nosniff' }).send(eml)
  }

  const url = await atPreferredPort(preferredPort, (port) => app.listen({ host: loopback, port }))
  return {
    url,
    stop: async () => {
      stopping.abort()
      await app.close()
    },
  }
}
