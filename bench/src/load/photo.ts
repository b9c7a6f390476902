import { randomBytes, randomFillSync } from 'node:crypto'
import sharp from 'sharp'

const MAX_COMMENT_BYTES = 65_533

/** A photo like a phone's with an exact size in bytes: noise, padded with comments. */
export async function photoOf(sizeBytes: number): Promise<Buffer> {
  const width = sizeBytes > 2_000_000 ? 3000 : 1200
  const height = (width * 4) / 3
  const grain = randomBytes(width * height * 3).map((byte) => 130 + (byte & 31))
  const picture = sharp(grain, { raw: { width, height, channels: 3 } })
  for (const quality of [92, 80, 60, 40, 20]) {
    const bytes = await picture.clone().jpeg({ quality }).toBuffer()
    if (bytes.length <= sizeBytes - 100) return padded(bytes, sizeBytes)
  }
  throw new Error(`No photo of ${sizeBytes} bytes.`)
}

/** Changes the comment of the photo at `start`, so identical photos aren't deduplicated. */
export function makeUnique(bytes: Buffer, start: number): void {
  randomFillSync(bytes, start + 6, 16)
}

function padded(photo: Buffer, sizeBytes: number): Buffer {
  const comments: Buffer[] = []
  for (let missing = sizeBytes - photo.length; missing > 0;) {
    const isLast = missing <= MAX_COMMENT_BYTES
    const length = isLast ? missing - 4 : Math.min(MAX_COMMENT_BYTES - 2, missing - 4 - 100)
    const head = Buffer.from([0xff, 0xfe, (length + 2) >> 8, (length + 2) & 0xff])
    comments.push(head, Buffer.alloc(length))
    missing -= length + 4
  }
  return Buffer.concat([photo.subarray(0, 2), ...comments, photo.subarray(2)])
}

/** A multipart form with one file, whose bytes begin at `start`. */
export function formOf(
  name: string,
  type: string,
  bytes: Buffer,
): { body: Buffer; start: number; contentType: string } {
  const boundary = 'bench-boundary-7f3a'
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
  )
  return {
    body: Buffer.concat([head, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    start: head.length,
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
