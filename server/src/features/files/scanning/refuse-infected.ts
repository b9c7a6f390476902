import { createReadStream } from 'node:fs'
import { receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { mailOperators } from '#platform/mail/operators.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Staged } from '#platform/storage/file-store.ts'
import { infectedMail } from './mails.ts'

const CHUNK_BYTES = 256 * 1024

type ScanDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'now' | 'scanner'>

/**
 * Scans a file that isn't stored yet, if there is a scanner. What's found goes to the audit log and to administrators.
 * @throws Refusal when it's infected, or the scanner can't tell.
 */
export async function refuseInfected(
  deps: ScanDeps,
  ownerId: string,
  { path, sha256 }: Staged,
): Promise<void> {
  const { db, log, now, scanner } = deps
  const malware = await scanner?.scan(createReadStream(path, { highWaterMark: CHUNK_BYTES }))
  if (malware === undefined) return
  const hash = sha256.toString('hex')
  log.error({ ownerId, sha256: hash, malware }, 'an infected file was refused')
  await inTransaction(db, async (db) => {
    const details = { malware, sha256: hash }
    await audit(db, {
      at: now(),
      actorId: ownerId,
      action: 'receipts.infectedFile',
      subjectId: ownerId,
      details,
    })
    await mailOperators(deps, db, infectedMail({ ownerId, malware, sha256: hash }))
  })
  throw new Refusal(receiptRefusals.infected)
}
