import { inspect } from './inspect.ts'

/** Inspects some content for a test, through windows of a few bytes. */
export function inspectBytes(content: Buffer | string, pieceBytes = 700) {
  const whole = Buffer.from(content)
  // A copy of each piece, overwritten by the next: it must not be kept.
  let window = Buffer.alloc(0)
  const at = async (offset: number, length: number) => {
    window.fill(0xff)
    window = Buffer.from(whole.subarray(offset, offset + length))
    return window
  }
  const from = (offset: number) => at(offset, pieceBytes - (offset % pieceBytes))
  return inspect({ size: whole.length, at, from })
}
