import type { FastifyReply } from 'fastify'
import { type Html, html } from '#http/html.ts'
import { page, pageHeaders } from '#http/page.ts'

/** Pages that Stripe.js shows over the product's. */
export function showFramed(reply: FastifyReply, title: string, body: Html, script?: string): FastifyReply {
  const policy = pageHeaders['content-security-policy']
  const framed = policy.replace(
    "frame-ancestors 'none'",
    'frame-ancestors http://localhost:* http://127.0.0.1:*',
  )
  const sent = { title, standIn: 'Local Stripe', note: 'No money moves.', body, ...(script && { script }) }
  return reply.headers({ ...pageHeaders, 'content-security-policy': framed }).send(page(sent))
}

export function show(reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply {
  const note = 'A stand-in on this machine. No money moves.'
  return reply
    .code(status)
    .headers(pageHeaders)
    .send(page({ title, standIn: 'Local Stripe', note, body }))
}

export function showNotFound(reply: FastifyReply): FastifyReply {
  return show(reply, 'Not found', html`<h1>Page not found</h1>`, 404)
}
