import type { ServerResponse } from 'node:http'

/** Bytes on their way out, piece by piece. Each lasts only until the next is asked for: its memory is used again. */
export type Pieces = AsyncGenerator<Buffer>

/**
 * Writes each piece out before asking for the next, so that something of any length goes through the same few buffers
 * (fresh ones for every piece would have the collector walk the whole heap several times a second). Rejects when the
 * pieces break off; the answer then ends short of the length it was said to have.
 */
export async function sendPieces(response: ServerResponse, pieces: Pieces): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (!(await isWritten(response, piece))) return
    }
    response.end()
  } catch (thrown) {
    response.destroy()
    throw thrown
  }
}

/** False when there is nobody left to write to. */
function isWritten(response: ServerResponse, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => response.write(piece, (error) => resolve(!error)))
}
