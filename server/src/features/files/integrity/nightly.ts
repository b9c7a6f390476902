import { z } from 'zod'
import { audit } from '#platform/security/audit-log.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { check } from './check.ts'
import { insertFileCheck, nextPart } from './checks-store.ts'
import { damageMail } from './mails.ts'
import { isUndamaged } from './report.ts'
import { mailOperators } from '#platform/mail/operators.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const PARTS = 7

/** Reads the next seventh of the files each night, so every file once a week, and mails the operator about damage. */
export const checkFiles = defineJob(
  'integrity.check-files',
  z.object({}),
  async (deps, _, { signal }) => {
    const { allFiles, db, now, log } = deps
    const startedAt = now()
    const part = await nextPart(db, { parts: PARTS, now: startedAt })
    const report = await check({ db, files: allFiles }, { part, of: PARTS, signal })
    const { files, bytes, damages, unknown, auditLog } = report
    await inTransaction(db, async (trx) => {
      const damaged = damages.map(({ sha256 }) => Buffer.from(sha256, 'hex'))
      await insertFileCheck(trx, { startedAt, part, parts: PARTS, damaged })
      await audit(trx, {
        at: now(),
        actorId: null,
        action: 'integrity.check',
        subjectId: null,
        details: {
          files,
          bytes,
          damaged: damages.length,
          unknown: unknown.files,
          auditBrokenAt: auditLog.brokenAt ?? null,
        },
      })
      if (!isUndamaged(report)) await mailOperators(deps, trx, damageMail(report))
    })
    if (!isUndamaged(report)) log.error({ damages, auditLog }, 'stored data is damaged')
  },
  {
    cron: '30 3 * * *',
    policy: 'exclusive',
    retries: 2,
    retryDelaySeconds: 600,
    timeoutSeconds: 6 * 60 * 60,
  },
)
