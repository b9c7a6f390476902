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

/** Whose file it is, and whether a user is waiting. */
export type RenderOptions = Readonly<{ owner: string; isUrgent: boolean }>

/** A JPEG. */
export type AdjustedPicture = Readonly<{ bytes: Buffer; width: number; height: number }>

/**
 * Renders files in processes that may write nowhere else, fair between owners. Everything rejects with PreviewFailed when
 * the file is to blame, and with a Refusal when the product stops or too many of the owner's files wait.
 */
export type Renderer = Readonly<{
  /** Renders a file. Calls for the same key share the work. */
  render(key: string, open: () => Promise<Readable>, options: RenderOptions): Promise<Rendering>
  /** Renders one page of a PDF, counting from 1, while a user waits for it. */
  renderPage(open: () => Promise<Readable>, options: { owner: string; page: number }): Promise<Buffer>
  /**
   * The perceptual hash of a picture, as 64 hexadecimal digits.
   * @param open opens a thumbnail.
   */
  fingerprint(open: () => Promise<Readable>, owner: string): Promise<string>
  /**
   * Whether two pictures show the same page, at any size, quality or brightness.
   * @param areDrawn whether both were drawn from PDFs: pictures of the same page are then nearly identical.
   */
  isSamePicture(
    open: readonly [() => Promise<Readable>, () => Promise<Readable>],
    options: { owner: string; areDrawn: boolean },
  ): Promise<boolean>
  /** Crops, straightens and turns a picture, while a user waits for it. */
  adjust(
    open: () => Promise<Readable>,
    options: { owner: string; adjustment: Adjustment },
  ): Promise<AdjustedPicture>
  /** Owners whose files go last, because they took more than their share of this hour. */
  overBudget(): string[]
  /** Lets background rendering wait for a moment. */
  markUpload(): void
  /** Resolves once there were no uploads for a moment, or after a few seconds at most. */
  waitForIdle(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}>

/** A file can't be shown. */
export class PreviewFailed extends Error {
  override name = 'PreviewFailed'
  /** `locked`: it needs a password. */
  readonly reason: 'broken' | 'tookTooLong' | 'locked'
  constructor(
    message: string,
    { reason = 'broken' as PreviewFailed['reason'], cause = undefined as unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
  }
}

/** A run that was refused for this many owners stops: the file storage isn't responding. */
export const MAX_REFUSED_OWNERS = 20

/** The product is stopping; nothing is wrong with the file. */
export class RendererClosed extends Refusal {
  constructor() {
    super(commonRefusals.unavailable)
  }
}
