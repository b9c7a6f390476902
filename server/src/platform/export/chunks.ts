import type { ServerResponse } from 'node:http'

/** Chunks of a response. Each is valid only until the next is requested, since its memory is reused. */
export type Chunks = AsyncGenerator<Buffer>

/**
 * Writes each chunk before requesting the next, so that a response of any length reuses a few buffers. (New ones would
 * run the garbage collector several times a second.)
 * @throws whatever the generator throws; the response then ends before its announced length.
 */
export async function sendChunks(response: ServerResponse, chunks: Chunks): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (!(await isWritten(response, chunk))) return
    }
    response.end()
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** @returns false if the client has disconnected. */
function isWritten(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => response.write(chunk, (error) => resolve(!error)))
}
