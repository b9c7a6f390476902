import { open } from 'node:fs/promises'

const WINDOW_BYTES = 256 * 1024

/** A file read piece by piece: whoever checks it holds a window of it, never the whole. */
export type Bytes = {
  readonly size: number
  /** `length` bytes from `offset`; fewer at the end of the file. */
  at(offset: number, length: number): Promise<Buffer>
}

/** Reads the file at `path` while `use` runs. */
export async function withBytes<Result>(
  path: string,
  use: (bytes: Bytes) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    let start = 0
    let window = Buffer.alloc(0)
    return await use({
      size,
      async at(offset, length) {
        const end = Math.min(offset + length, size)
        if (offset < start || end > start + window.length) {
          const buffer = Buffer.allocUnsafe(Math.max(Math.min(WINDOW_BYTES, size - offset), end - offset, 0))
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
          start = offset
          window = buffer.subarray(0, bytesRead)
        }
        return window.subarray(offset - start, Math.max(end - start, offset - start))
      },
    })
  } finally {
    await handle.close()
  }
}

/** The same over bytes in memory. */
export function bytesOf(buffer: Buffer): Bytes {
  return { size: buffer.length, at: async (offset, length) => buffer.subarray(offset, offset + length) }
}
