import { hash } from 'node:crypto'
import { z } from 'zod'
import { CannotStart } from '#platform/config/cannot-start.ts'

/** Raised when an older release couldn't restore what a newer one writes. */
const FORMAT = 1

/** Bytes in the `files` of a backup, by their SHA-256. */
const part = z.strictObject({ sha256: z.hash('sha256'), sizeBytes: z.int() })
/** One stream, compressed with zstd and cut into parts. */
const parts = z.array(part)

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The last migration that had run. */
  migration: z.string(),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), parts })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.int(), isUsed: z.boolean() })),
  /** Work that hadn't been done. */
  jobs: z.strictObject({ rows: z.int(), parts }),
  /** The stored files in the order of their hashes, a line each. */
  files: z.strictObject({ count: z.int(), bytes: z.int(), parts }),
  /** Hashes of files that were missing or damaged when the backup was made. */
  unreadable: z.array(z.string()),
  secrets: part,
})

export type Part = z.infer<typeof part>
export type Manifest = z.infer<typeof manifest>
export type ManifestContent = Omit<Manifest, 'format'>

const wrapper = z.object({ sha256: z.string(), manifest: z.looseObject({ format: z.int() }) })

/** The text of a manifest, with its own hash. */
export function writeManifest(content: ManifestContent): string {
  const complete: Manifest = { format: FORMAT, ...content }
  return JSON.stringify({ sha256: hash('sha256', JSON.stringify(complete)), manifest: complete }, null, 1)
}

/** @throws CannotStart if the text was changed or comes from a newer release. */
export function readManifest(name: string, text: string): Manifest {
  const damaged = new CannotStart(`The manifest ${name} is damaged.`)
  const { success, data } = wrapper.safeParse(jsonOf(text))
  if (!success || hash('sha256', JSON.stringify(data.manifest)) !== data.sha256) throw damaged
  if (data.manifest.format > FORMAT)
    throw new CannotStart(`A newer release of Docketbox made the backup ${name}: install that one first.`)
  const read = manifest.safeParse(data.manifest)
  if (!read.success) throw damaged
  return read.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
