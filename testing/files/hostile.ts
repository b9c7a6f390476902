import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { pdfOf } from './samples.ts'

const OPERATORS_PER_BLOCK = 500

/** A PDF of a few hundred kilobytes with about two million drawing operators, which take minutes. */
export function endlessPdf(seed: number): Buffer {
  let state = seed + 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) % 600
  const lines = Array.from(
    { length: OPERATORS_PER_BLOCK },
    () =>
      `${random()} ${random()} m ${random()} ${random()} ${random()} ${random()} ${random()} ${random()} c S`,
  )
  const drawing = Buffer.from(
    `% ${seed}\n${`${lines.join('\n')}\n`.repeat(2_000_000 / 2 / OPERATORS_PER_BLOCK)}`,
  )
  return pageOf(deflateSync(drawing))
}

const BLOCK_BYTES = 1_048_576

/** A PDF whose page unpacks to this much. */
export function bombPdf(megabytes: number): Buffer {
  // Blocks that don't refer to earlier ones can be repeated without packing them again.
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const end = deflateRawSync(Buffer.alloc(0))
  return pageOf(Buffer.concat([Buffer.of(0x78, 0x9c), ...Array<Buffer>(megabytes).fill(block), end]))
}

/** A PDF of one page with this content, which is packed. */
function pageOf(content: Buffer): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Resources<<>>/Contents 4 0 R>>',
    `<</Length ${content.length}/Filter/FlateDecode>>stream\n${content.toString('latin1')}\nendstream`,
  ])
}
