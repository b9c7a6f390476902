import type {} from '@fastify/multipart'
import type { Readable } from 'node:stream'
import { commonRefusals } from '@docketbox/contract'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/http/refusal.ts'

/** An uploaded file; `bytes` must be read to the end or destroyed. */
export type IncomingFile = Readonly<{
  name: string
  type: string
  bytes: Readable
  isTruncated: () => boolean
  /** Whether another file follows, known once the bytes have been read. */
  isFollowed: () => Promise<boolean>
}>

/**
 * After that, Node closes the connection of an upload: a phone that has changed networks never hangs up, and our app gives up
 * after 90 seconds.
 */
const MAX_SILENCE_MS = 2 * MINUTE_MS

/**
 * The first file of a form; undefined without one.
 * @throws Refusal of anything that isn't a form.
 */
export async function receiveFile(request: FastifyRequest): Promise<IncomingFile | undefined> {
  if (!request.isMultipart()) throw new Refusal(commonRefusals.unsupportedType)
  const { socket } = request.raw
  socket.setTimeout(MAX_SILENCE_MS)
  request.raw.once('end', () => {
    // If the file was refused early, Node has set its own timeout for the next request.
    if (socket.timeout === MAX_SILENCE_MS) socket.setTimeout(0)
  })
  const files = request.files()
  const { value: part } = await files.next().catch((thrown: Error & { code?: string }) => {
    // The parser's errors, which have no code, are caused by the request.
    throw thrown.code === undefined ? new Refusal(commonRefusals.malformed) : thrown
  })
  if (!part || part.fieldname !== 'file') return undefined
  return {
    name: writtenName(part.filename ?? ''),
    type: part.mimetype,
    bytes: part.file,
    isTruncated: () => part.file.truncated,
    isFollowed: () =>
      files.next().then(
        ({ done }) => !done,
        (thrown: Error & { code?: string }) => {
          if (thrown.code === 'FST_FILES_LIMIT') return true
          throw thrown
        },
      ),
  }
}

/** Characters that browsers escape in the name of an uploaded file. */
function writtenName(name: string): string {
  return name.replace(/%(22|0d|0a)/gi, (written) => decodeURIComponent(written))
}
