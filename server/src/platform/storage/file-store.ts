import type { Readable } from 'node:stream'

/** Measured while the bytes were received. */
export type Received = Readonly<{ sha256: Buffer; sizeBytes: number; crc32: number }>
/** A complete file on this machine that isn't in the store yet. */
export type Staged = Received & Readonly<{ path: string }>
/** A staged file during inspection. */
export type Inspectable = Staged &
  Readonly<{
    /** `length` bytes from `offset`; fewer at the end of the file. Valid until the next call. */
    at: (offset: number, length: number) => Promise<Buffer>
    /** The contiguous bytes in memory from `offset`: at least one, unless the file ends there. Valid as long. */
    from: (offset: number) => Promise<Buffer>
  }>

type ReceiveOptions = Readonly<{
  /** Larger files are refused with `common.tooLarge`. */
  limitBytes: number
  /** Inspects the file before it enters the store. If it throws, the file is discarded. */
  check?: (staged: Inspectable) => Promise<void>
}>

/** A file in the store, referenced or not. */
export type Stored = Readonly<{ sha256: Buffer; sizeBytes: number; storedAt: Date }>

/** Stores many streams, which together survive a crash once `commit` resolves; until then, none of them is in the store. */
export type Batch = Readonly<{
  receive(bytes: Readable): Promise<Received>
  commit(): Promise<void>
  /** Removes what wasn't committed. */
  discard(): Promise<void>
}>

/** Bytes by their SHA-256: stored once, never changed. */
export type FileStore = Readonly<{
  /** Stores a stream. Once this resolves, the bytes survive a crash. */
  receive(bytes: Readable, options: ReceiveOptions): Promise<Received>
  /** For many files at once, where that means far fewer waits for the disk. */
  batch?(): Batch
  /**
   * Streams a file, or its bytes from `start` to `end` (inclusive).
   * Rejects with the code `ENOENT` if it doesn't exist, and with a Refusal when the store doesn't respond.
   */
  open(sha256: Buffer, range?: { start: number; end: number }): Promise<Readable>
  /** Fills `into` from byte `start`. @returns how many bytes there were. */
  read(sha256: Buffer, into: Buffer, start: number): Promise<number>
  has(sha256: Buffer): Promise<boolean>
  /** The caller must hold a lock that prevents new references to the file. */
  remove(sha256: Buffer): Promise<void>
  /** All stored files, in the order of their hashes. */
  list(): AsyncIterable<Stored>
  /** Rejects when the store is unavailable. */
  ready(): Promise<void>
}>

/** Whether a file can't be read although the store works: it's gone, or its part of the disk is broken. */
export function isUnreadable(error: unknown): error is NodeJS.ErrnoException {
  const { code = '' } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  return ['ENOENT', 'EIO', 'EACCES', 'EPERM', 'EISDIR', 'EUCLEAN'].includes(code)
}
