import { DAY_MS } from '@docketbox/contract/core/units'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { mailOperators } from '#platform/mail/operators.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import { quarantinedMail, quarantineMail } from './mails.ts'
import * as store from './store.ts'

/** Scans files that were stored before a scanner was configured. Owners take turns. */
export const scanStoredFiles = defineJob(
  'files.scan',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    const { db, now, scanner } = deps
    if (!scanner) return
    for (let after = NIL_UUID; !signal.aborted;) {
      const failedBefore = new Date(now().getTime() - DAY_MS)
      const file = await store.nextUnscanned(db, { after, failedBefore })
      if (!file) return
      after = file.ownerId
      const startedAt = performance.now()
      await scanStored(deps, scanner, file)
      // Leaves half of the scanner's time to uploads.
      await wait(performance.now() - startedAt, undefined, { signal }).catch(() => undefined)
    }
  },
  { policy: 'exclusive', cron: '*/15 * * * *', timeoutSeconds: 6 * 60 * 60, retries: 1 },
)

/** @throws Error when the scanner or the file store doesn't respond. */
async function scanStored(
  deps: Deps,
  scanner: Scanner,
  file: { ownerId: string; sha256: Buffer },
): Promise<void> {
  const { allFiles, db, log, now } = deps
  const { sha256 } = file
  let content: Readable | undefined
  let malware: string | undefined
  try {
    content = await allFiles.open(sha256)
    malware = await scanner.scan(content)
  } catch (err) {
    await Promise.all([allFiles.ready(), scanner.ready()])
    // Both respond, so the file is at fault: it's damaged, or too large for the scanner.
    log.warn({ err, sha256: sha256.toString('hex') }, 'a stored file could not be scanned')
    return store.markFailed(db, file, now())
  } finally {
    content?.destroy()
  }
  if (malware === undefined) return store.markClean(db, sha256)
  await quarantine(deps, sha256, malware)
}

/** Stops serving the file, and notifies its users and the operator once. */
async function quarantine(deps: Deps, sha256: Buffer, malware: string): Promise<void> {
  const hash = sha256.toString('hex')
  await inTransaction(deps.db, async (db) => {
    if (!(await store.markInfected(db, sha256, malware))) return
    const holders = await store.listHolders(db, sha256)
    for (const holder of holders) {
      const { ownerId: subjectId } = holder
      const details = { malware, sha256: hash }
      await audit(db, {
        at: deps.now(),
        actorId: null,
        action: 'receipts.quarantineFile',
        subjectId,
        details,
      })
      await deps.mail.queue(db, quarantinedMail(deps, holder))
    }
    const ownerIds = holders.map(({ ownerId }) => ownerId)
    await mailOperators(deps, db, quarantineMail({ ownerIds, malware, sha256: hash }))
  })
  deps.log.error({ sha256: hash, malware }, 'a stored file is infected and in quarantine')
}
