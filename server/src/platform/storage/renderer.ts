import type { Readable } from 'node:stream'
import { type Adjustment, commonRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'

/** WebP pictures of a file, upright and without metadata. */
export type Rendering = Readonly<{
  thumbnail: Buffer
  page: Buffer
  /** Of a PDF. */
  pages: number | null
}>

/** A JPEG. */
export type AdjustedPicture = Readonly<{ bytes: Buffer; width: number; height: number }>

/** Renders files one at a time, in a process that may write nowhere else. */
export type Renderer = Readonly<{
  /** Whether the PDF at `path` needs a password. */
  isLocked(path: string): Promise<boolean>
  /**
   * Renders a file. Calls for the same key share the work.
   * @param isUrgent a user is waiting for it.
   * @throws PreviewFailed when the file is broken or takes too long; RendererClosed.
   */
  render(key: string, open: () => Promise<Readable>, options: { isUrgent: boolean }): Promise<Rendering>
  /**
   * Renders one page of a PDF, counting from 1, while a user waits for it.
   * @throws PreviewFailed when there's no such page, the file is broken or takes too long; RendererClosed.
   */
  renderPage(open: () => Promise<Readable>, page: number): Promise<Buffer>
  /**
   * What a picture looks like from far away, as 64 hexadecimal digits.
   * @param open opens a thumbnail.
   * @throws PreviewFailed; RendererClosed.
   */
  fingerprint(open: () => Promise<Readable>): Promise<string>
  /**
   * Whether two pictures of pages show the same, at any size, quality or brightness.
   * @throws PreviewFailed; RendererClosed.
   */
  showTheSame(open: () => Promise<Readable>, openOther: () => Promise<Readable>): Promise<boolean>
  /**
   * Crops, straightens and turns a picture.
   * @throws PreviewFailed; RendererClosed.
   */
  adjust(open: () => Promise<Readable>, adjustment: Adjustment): Promise<AdjustedPicture>
  /** Lets background rendering wait for a moment. */
  markUpload(): void
  /** Resolves once there were no uploads for a moment, or after a few seconds at most. */
  waitForIdle(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}>

/** A file can't be shown. */
export class PreviewFailed extends Error {
  override name = 'PreviewFailed'
}

/** The product is stopping; nothing is wrong with the file. */
export class RendererClosed extends Refusal {
  constructor() {
    super(commonRefusals.unavailable)
  }
}
