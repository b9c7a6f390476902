import type { FastifyReply } from 'fastify'
import type { Html } from '#http/html.ts'
import { page, pageHeaders } from '#http/page.ts'

export function show(reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply {
  const note = 'A stand-in on this machine. No money moves.'
  return reply
    .code(status)
    .headers(pageHeaders)
    .send(page({ title, standIn: 'Local Stripe', note, body }))
}
