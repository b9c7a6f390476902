import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { commonRefusals } from '@docketbox/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { type Chunks, sendChunks } from '#platform/export/chunks.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type ByteRange, type RangeHeaders, requestedRange } from './range.ts'

export type OutgoingFile = Readonly<{
  name: string
  type: string
  sizeBytes?: number
  bytes: Readable | Chunks
  /**
   * Lets clients continue an interrupted download. The size must be known. Without `from`, nothing of it was sent before: it's
   * sent whole.
   */
  resume?: { etag: string; from?: (range: ByteRange) => Chunks }
  /** `attachment` by default: users' files never render in our origin. */
  disposition?: 'attachment' | 'inline'
  /** By default, browsers may not cache it. */
  cacheControl?: string
}>

/** Sends a file, or the part of it that an interrupted download still needs. */
export function sendFile(reply: FastifyReply, file: OutgoingFile): FastifyReply {
  if (file.sizeBytes !== undefined) reply.header('content-length', file.sizeBytes)
  // A browser must not show cached files to the next user who logs in.
  const { caller } = reply.request
  const isGuest = caller !== null && caller.scope.incomeYears !== 'all'
  if (file.cacheControl?.startsWith('private')) reply.header('vary', 'Authorization')
  reply
    .type(file.type)
    .header('content-disposition', contentDisposition(file.name, { type: file.disposition ?? 'attachment' }))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', isGuest ? 'no-store' : (file.cacheControl ?? 'private, no-store'))
  if (file.resume) return sendRange(reply, file, file.resume)
  return file.bytes instanceof Readable ? reply.send(file.bytes) : sendDirectly(reply, file.bytes)
}

function sendRange(
  reply: FastifyReply,
  { bytes, sizeBytes = 0 }: OutgoingFile,
  { etag, from }: NonNullable<OutgoingFile['resume']>,
): FastifyReply {
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  const range = from && requestedRange(reply.request.headers, { etag, sizeBytes })
  if (!range) return sendDirectly(reply, bytes as Chunks)
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new Refusal(commonRefusals.noSuchRange)
  }
  reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
  return sendDirectly(reply, from(range))
}

/** Whether what's sent leaves out the beginning of a file, because it was sent before. */
export function isContinuation(headers: RangeHeaders, { resume, sizeBytes = 0 }: OutgoingFile): boolean {
  const range = resume?.from && requestedRange(headers, { etag: resume.etag, sizeBytes })
  return range === 'beyond' || (range !== undefined && range.start > 0)
}

/** Bypasses Fastify, which only sends strings, buffers and streams. */
function sendDirectly(reply: FastifyReply, chunks: Chunks): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  if (reply.request.method === 'HEAD') reply.raw.end()
  else
    sendChunks(reply.raw, chunks).catch((err: unknown) =>
      reply.log.error({ err }, 'sending a file was aborted'),
    )
  return reply
}
