import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { failAbandonedPacks, updatePack } from '../store.ts'
import { build } from './build.ts'

/** A pack that isn't ready by then has lost its job. */
const MAX_BUILD_MS = DAY_MS

/** Makes a pack, one of each owner at a time. An interrupted run is continued where it stopped. */
export const buildPack = defineJob(
  'packs.build',
  z.strictObject({ owner: z.uuid(), pack: z.uuid() }),
  async (deps, { owner, pack }, { signal, isLast }) => {
    const key = { ownerId: owner, id: pack }
    try {
      await build(deps, key, signal)
    } catch (error) {
      if (isLast && !signal.aborted) await updatePack(deps.db, key, { state: 'failed' })
      throw error
    }
  },
  {
    policy: 'exclusive',
    concurrency: 2,
    isGrouped: true,
    retries: 8,
    retryDelaySeconds: 2,
    timeoutSeconds: 4 * 60 * 60,
  },
)

/** Gives up packs that were never finished. */
export const cleanPacks = defineJob(
  'packs.clean',
  z.strictObject({}),
  ({ db, now }) => failAbandonedPacks(db, new Date(now().getTime() - MAX_BUILD_MS)),
  { policy: 'short', cron: '45 3 * * *' },
)
