import { fileSize } from '@docketbox/contract/core/file-size'
import { hostname } from 'node:os'
import { commonRefusals } from '@docketbox/contract'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import { mailOperators, type OperatorMail } from '#platform/mail/operators.ts'
import type { DiskSpace } from './disk.ts'

type WarnDeps = Pick<Deps, 'config' | 'db' | 'disk' | 'log' | 'mail'>

const ONCE_A_DAY = { max: 1, windowSeconds: 24 * 60 * 60 }

/** Notifies the operator if the disk is low. @throws Refusal `common.uploadsPaused` while it is. */
export async function requireDiskSpace(deps: WarnDeps): Promise<void> {
  const space = await deps.disk.space()
  if (!space.isLow) return
  // Not awaited: an upload is refused whether or not that works.
  void tellOperator(deps, space).catch((err: unknown) =>
    deps.log.warn({ err }, 'couldn’t notify the operator'),
  )
  throw new Refusal(commonRefusals.uploadsPaused)
}

/** Emails the operator while this process's disk is low. */
export const watchDisk = defineJob(
  'storage.watch-disk',
  z.strictObject({}),
  async (deps) => {
    const space = await deps.disk.space()
    if (space.isLow) await tellOperator(deps, space)
  },
  { cron: '*/5 * * * *', policy: 'exclusive', retries: 0 },
)

/** At most once a day for each machine. */
async function tellOperator(deps: WarnDeps, space: DiskSpace): Promise<void> {
  const { db, log } = deps
  const machine = hostname()
  log.error({ machine, ...space }, 'the disk is low: uploads are refused')
  await inTransaction(db, async (db) => {
    if (await createRateLimits(db).tryConsume('storage.low-disk', machine, ONCE_A_DAY))
      await mailOperators(deps, db, lowDiskMail(machine, space))
  })
}

function lowDiskMail(machine: string, { folder, freeBytes, reserveBytes }: DiskSpace): OperatorMail {
  return {
    subject: 'the disk is nearly full',
    heading: 'Uploads are paused',
    paragraphs: [
      `The disk that holds ${folder} on ${machine} has ${fileSize(freeBytes)} free. Below ${fileSize(reserveBytes)} we refuse new files, so that everything else keeps working.`,
      'Free some space or add a larger disk. Uploads then work again within seconds, without a restart.',
    ],
  }
}
