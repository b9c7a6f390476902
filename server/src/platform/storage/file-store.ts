import type { Readable } from 'node:stream'

/** What was measured while the bytes came in. */
export type Received = Readonly<{ sha256: Buffer; sizeBytes: number; crc32: number }>
/** The whole file on this machine, not in the store yet. */
export type Staged = Received & Readonly<{ path: string }>
/** A staged file being looked at. */
export type Inspectable = Staged &
  Readonly<{
    /** `length` bytes from `offset`; fewer at the end of the file. The answer lasts until the next call. */
    at: (offset: number, length: number) => Promise<Buffer>
    /** As many bytes from `offset` as lie together: at least one, unless the file ends there. Lasts as long. */
    from: (offset: number) => Promise<Buffer>
  }>

type ReceiveOptions = Readonly<{
  /** Refused with `common.tooLarge` beyond this. */
  limitBytes: number
  /** Looks at the file before it enters the store; what it throws refuses the file, and nothing is kept. */
  check?: (staged: Inspectable) => Promise<void>
}>

/** A file that lies in the store, whether or not anything refers to it. */
export type Stored = Readonly<{ sha256: Buffer; sizeBytes: number; storedAt: Date }>

/** Bytes by their SHA-256: stored once, never changed. */
export type FileStore = Readonly<{
  /** Takes the stream to its end. Once this resolves the bytes are safe from a crash. */
  receive(bytes: Readable, options: ReceiveOptions): Promise<Received>
  /**
   * Streams what is stored, from byte `start` to byte `end` (included) when given.
   * Rejects with the code `ENOENT` when it is not there.
   */
  open(sha256: Buffer, range?: { start: number; end: number }): Promise<Readable>
  /** Fills `into` with what is stored from byte `start` on; tells how many bytes there were. */
  read(sha256: Buffer, into: Buffer, start: number): Promise<number>
  has(sha256: Buffer): Promise<boolean>
  /** Whoever calls this has made sure, under a lock, that nothing refers to these bytes. */
  remove(sha256: Buffer): Promise<void>
  /** Everything that is stored, in no particular order. */
  list(): AsyncIterable<Stored>
  /** Rejects when the store cannot be used at present. */
  ready(): Promise<void>
}>
