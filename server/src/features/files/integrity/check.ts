import { verifyAuditLog } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkStored, type Condition } from '#platform/storage/check-stored.ts'
import type { Damage, Report } from './report.ts'
import { existingAmong } from '../blobs/store.ts'
import * as store from './store.ts'

type CheckDeps = Pick<Deps, 'db' | 'files'>
type Scope = Readonly<{
  /** Which share of the files to read: part 0, 1, … of `of`. Default: all files. */
  part?: number
  of?: number
  signal?: AbortSignal
}>

const BATCH_SIZE = 500

/**
 * Reads every stored file, compares it with its hash, verifies the audit log, and counts files without a record. Changes
 * nothing.
 */
export async function check(
  { db, files }: CheckDeps,
  { part = 0, of = 1, signal }: Scope = {},
): Promise<Report> {
  const startedAt = performance.now()
  const damages: Damage[] = []
  const read = { files: 0, bytes: 0 }
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const batch = await store.listExpected(db, { after, limit: BATCH_SIZE, part, of })
    for (const expected of batch) {
      signal?.throwIfAborted()
      const damage = await examine({ db, files }, expected)
      if (damage) damages.push(damage)
      read.files++
      read.bytes += expected.sizeBytes
    }
    if (batch.length < BATCH_SIZE) break
    after = batch.at(-1)!.sha256
  }
  const unknown = await countUnknown({ db, files }, signal)
  const auditLog = await verifyAuditLog(db)
  return { ...read, damages, unknown, auditLog, seconds: (performance.now() - startedAt) / 1000 }
}

async function examine(
  { db, files }: CheckDeps,
  { sha256, sizeBytes }: store.Expected,
): Promise<Damage | undefined> {
  // Tries again: a bucket's connection may break in the middle of a file, which isn't damage.
  const { kind, reason } = await checkStored(files, sha256)
    .catch(() => checkStored(files, sha256))
    .catch(conditionAfter)
  if (kind === 'intact') return undefined
  // A file may be deleted, with its record, after it was listed.
  if ((await existingAmong(db, [sha256])).size === 0) return undefined
  const [uses, isPreview] = await Promise.all([store.listUses(db, sha256), store.isPreview(db, sha256)])
  return { sha256: sha256.toString('hex'), sizeBytes, kind, reason, isPreview, uses }
}

/** What an error says about a file. The check then continues with the others. */
function conditionAfter(error: Error): Condition {
  // The store doesn't respond: that says nothing about its files.
  if (error instanceof Refusal) throw error
  const { code, name } = error as NodeJS.ErrnoException
  return { kind: 'unreadable', reason: code ?? name }
}

/** Counts files without a record. Looks twice, because a file is stored before its record. */
async function countUnknown({ db, files }: CheckDeps, signal?: AbortSignal): Promise<Report['unknown']> {
  const suspects = new Map<string, number>()
  let batch: store.Expected[] = []
  const findSuspects = async () => {
    const existing = await existingAmong(
      db,
      batch.map(({ sha256 }) => sha256),
    )
    for (const { sha256, sizeBytes } of batch) {
      if (!existing.has(sha256.toString('hex'))) suspects.set(sha256.toString('hex'), sizeBytes)
    }
    batch = []
  }
  for await (const stored of files.list()) {
    signal?.throwIfAborted()
    batch.push(stored)
    if (batch.length === BATCH_SIZE) await findSuspects()
  }
  await findSuspects()
  const hashes = [...suspects.keys()]
  for (let at = 0; at < hashes.length; at += BATCH_SIZE) {
    const again = hashes.slice(at, at + BATCH_SIZE).map((hash) => Buffer.from(hash, 'hex'))
    for (const hash of await existingAmong(db, again)) suspects.delete(hash)
  }
  const bytes = [...suspects.values()].reduce((sum, size) => sum + size, 0)
  return { files: suspects.size, bytes }
}
