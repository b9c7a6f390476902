import { open, readFile, writeFile } from 'node:fs/promises'
import { longSide } from '#platform/documents/long-side.ts'
import { drawPage, openPdf } from '#platform/documents/pdf.ts'
import { endWhenTooLarge } from '#platform/processes/end-when-too-large.ts'
import { isSamePicture } from './compare-pictures.ts'
import { perceptualHash } from './perceptual-hash.ts'
import type { RenderResult, RenderTask } from './render-queue.ts'
import { straighten } from './straighten.ts'
import type { Sharp } from 'sharp'

// A separate process, because decoding untrusted files may crash or use too much memory.

const MAX_PIXELS = 60_000_000
const PAGE = { sidePx: 1600, shortSidePx: 640 }
const THUMBNAIL_PIXELS = 160
/** Enough for any print, in memory that a small machine has. */
const ADJUSTED = { sidePx: 4500, shortSidePx: 1200 }
const PAPER = '#ffffff'

process.on('message', (task: RenderTask) => void handleTask(task))
endWhenTooLarge()

async function handleTask(task: RenderTask): Promise<void> {
  process.send!(await run(task).catch(describeProblem))
}

function describeProblem(error: unknown): RenderResult {
  const isLocked = error instanceof Error && error.name === 'PasswordException'
  return { problem: String(error), isLocked }
}

async function run(task: RenderTask): Promise<RenderResult> {
  switch (task.kind) {
    case 'render':
      return render(task)
    case 'renderPage': {
      const { default: sharp } = await import('sharp')
      const { png } = await pdfPage(task.path, task.number)
      await writeFile(task.page, await pictureOf(sharp(png)))
      return {}
    }
    case 'fingerprint': {
      const { picture } = await decode(task.path)
      return { fingerprint: await perceptualHash(picture) }
    }
    case 'adjust':
      return adjust(task)
    case 'compare': {
      const { default: sharp } = await import('sharp')
      return {
        areTheSame: await isSamePicture(
          () => sharp(task.path),
          () => sharp(task.other),
          task,
        ),
      }
    }
  }
}

async function render(task: Extract<RenderTask, { kind: 'render' }>): Promise<RenderResult> {
  const { default: sharp } = await import('sharp')
  const { picture, pages } = await decode(task.path)
  const page = await pictureOf(picture)
  const thumbnail = await sharp(page)
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 4 })
    .toBuffer()
  await writeFile(task.page, page)
  await writeFile(task.thumbnail, thumbnail)
  return { pages }
}

async function pictureOf(picture: Sharp): Promise<Buffer> {
  return (await shrink(picture, PAGE))
    .flatten({ background: PAPER })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

async function shrink(picture: Sharp, limits: Parameters<typeof longSide>[1]): Promise<Sharp> {
  const side = longSide(await picture.metadata(), limits)
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

async function adjust({
  path,
  result,
  adjustment: { corners, turns },
}: Extract<RenderTask, { kind: 'adjust' }>): Promise<RenderResult> {
  const { picture } = await decode(path)
  const { data, info } = await (
    await shrink(picture, ADJUSTED)
  )
    .flatten({ background: PAPER })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { default: sharp } = await import('sharp')
  const straight = straighten({ data, width: info.width, height: info.height }, corners)
  const { width, height } = await sharp(straight.data, {
    raw: { width: straight.width, height: straight.height, channels: 3 },
  })
    .rotate(90 * turns)
    .jpeg({ quality: 90 })
    .toFile(result)
  return { size: { width, height } }
}

/** The picture a file shows, upright. Encoding it again drops its metadata. */
async function decode(path: string): Promise<{ picture: Sharp; pages: number | null }> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const head = await headOf(path)
  // Perhaps after a byte order mark or line breaks.
  if (head.includes('%PDF-')) {
    const { png, pages } = await pdfPage(path, 1)
    return { picture: sharp(png), pages }
  }
  if (head.startsWith('ftyp', 4)) {
    const { decodeHeic } = await import('#platform/documents/heic.ts')
    return { picture: await decodeHeic(await readFile(path)), pages: null }
  }
  return {
    picture: sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' }).autoOrient(),
    pages: null,
  }
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function pdfPage(path: string, number: number): Promise<{ png: Buffer; pages: number }> {
  const document = await openPdf(await readFile(path), MAX_PIXELS)
  try {
    const canvas = await drawPage(await document.getPage(number), PAGE)
    return { png: await canvas.encode('png'), pages: document.numPages }
  } finally {
    await document.loadingTask.destroy()
  }
}
