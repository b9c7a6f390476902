/** A file read piece by piece: whoever checks it holds a window of it, never the whole. */
export type Bytes = {
  readonly size: number
  /** `length` bytes from `offset`; fewer at the end of the file. The answer lasts until the next call. */
  at(offset: number, length: number): Promise<Buffer>
  /** As many bytes from `offset` as lie together: at least one, unless the file ends there. Lasts as long. */
  from(offset: number): Promise<Buffer>
}
