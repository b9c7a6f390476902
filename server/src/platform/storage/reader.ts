import type { Readable } from 'node:stream'
import type { Adjustment, ReadBox, ReadFields } from '@docketbox/contract'

/** What was read from one file. */
export type FileReading = Readonly<{
  /** Lines of all pages that were read, joined by line feeds. Empty when there is no text. */
  text: string
  fields: ReadFields
  /** Pages that were read. */
  pages: number
  /** Where each receipt is in a picture that shows several; otherwise empty. */
  receipts: readonly ReceiptArea[]
}>

/** Where a receipt is. Readings of earlier versions have no corners: those of the box count. */
export type ReceiptArea = ReadBox & { corners?: Adjustment['corners'] }

/** Reads files one at a time, in a separate process. */
export type Reader = Readonly<{
  /** `off` by configuration, `unusable` when the models are missing or damaged. */
  status(): Promise<'ready' | 'off' | 'unusable'>
  /** Grows whenever the same file may be read differently. */
  version: number
  /**
   * @param owner whose file it is.
   * @param type the media type that was detected at upload.
   * @param latestDay no date after this one is read, as an ISO day.
   * @param signal aborted when the file has to give way to those of others.
   * @throws ReadingFailed when the file crashes the reader, takes too long, gives way or can't be opened.
   */
  read(file: {
    owner: string
    open: () => Promise<Readable>
    type: string
    latestDay: string
    signal: AbortSignal
  }): Promise<FileReading>
  /** Owners whose files are read last, because they take long or took more than their share of this hour. */
  overBudget(): readonly string[]
  close(): Promise<void>
}>

/** A file can't be read. */
export class ReadingFailed extends Error {
  override name = 'ReadingFailed'
  readonly reason: 'crashed' | 'tookTooLong' | 'cancelled' | 'unreadable'
  constructor(reason: ReadingFailed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
