/** A file that is read in windows, so that it's never in memory whole. */
export type Bytes = {
  readonly size: number
  /** `length` bytes from `offset`; fewer at the end of the file. Valid until the next call. */
  at(offset: number, length: number): Promise<Buffer>
  /** The contiguous bytes in memory from `offset`: at least one, unless the file ends there. Valid as long. */
  from(offset: number): Promise<Buffer>
}
