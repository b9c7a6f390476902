import { endingOf, incomeYearLabel, lastFinishedYear, sydneyDay, type LodgedVia } from '@docketbox/contract'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { isClockWrong } from '#platform/database/clock.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import * as store from './store.ts'
import { retentionEndedMail, yearSummaryMail } from './mails.ts'
import { countRetainedAssets, yearRetention } from '../retention.ts'
import { countAssets, listYearRows } from '../store.ts'
import { summariseYear } from '../summary.ts'
import { yearsBefore } from '../totals/years-before.ts'

const BATCH_SIZE = 100

/** Emails everyone with receipts of the income year that has just ended, once, what's missing and what comes next. */
export const mailYearSummaries = defineJob(
  'years.mailSummaries',
  z.object({}),
  async (deps, _, { signal }) => {
    if (await isClockWrong(deps)) return
    const incomeYear = lastFinishedYear(sydneyDay(deps.now()))
    // One failure doesn't stop the others.
    const failures: unknown[] = []
    for (let after = NIL_UUID; !signal.aborted;) {
      const owners = await store.listSummaryRecipients(deps.db, endingOf(incomeYear), {
        after,
        limit: BATCH_SIZE,
      })
      for (const owner of owners) {
        if (signal.aborted) return
        await mailSummary(deps, owner, incomeYear).catch((error: unknown) => void failures.push(error))
      }
      if (owners.length < BATCH_SIZE) return throwIfAny(failures)
      after = owners.at(-1)!.id
    }
  },
  // A week after the year has ended, and for two more weeks in case it couldn't run or failed.
  { cron: '0 9 8-21 7 *', policy: 'short', timeoutSeconds: 6 * 3600 },
)

async function mailSummary(deps: Deps, owner: store.Owner, incomeYear: string): Promise<void> {
  const summary = await summariseYear(deps, owner.id, incomeYear)
  await inTransaction(deps.db, async (db) => {
    const isFirst = await store.claimSummaryMail(db, owner.id, endingOf(incomeYear), deps.now())
    if (isFirst) await deps.mail.queue(db, yearSummaryMail(deps, owner, summary))
  })
}

/** Asks owners, once for each income year, whether to keep receipts after their retention period. */
export const mailEndedRetention = defineJob(
  'years.mailEndedRetention',
  z.object({}),
  async (deps, _, { signal }) => {
    if (await isClockWrong(deps)) return
    const today = sydneyDay(deps.now())
    const context = { taxRules: deps.taxRules, today }
    const minYears = Math.min(...deps.taxRules.map(({ retentionYears }) => retentionYears.value))
    const lodgedUntil = yearsBefore(today, minYears)
    const failures: unknown[] = []
    let after = { ownerId: NIL_UUID, incomeYear: 0 }
    while (!signal.aborted) {
      const years = await store.listLodgedYears(deps.db, lodgedUntil, { after, limit: BATCH_SIZE })
      for (const year of years) {
        const incomeYear = incomeYearLabel(year.incomeYear)
        const facts = { ...year, lodgedVia: year.lodgedVia as LodgedVia }
        if (yearRetention(incomeYear, facts, context).isDecisionDue)
          await mailEnd(deps, year).catch((error: unknown) => void failures.push(error))
      }
      if (years.length < BATCH_SIZE) return throwIfAny(failures)
      after = years.at(-1)!
    }
  },
  { cron: '30 7 * * *', policy: 'short', timeoutSeconds: 3600 },
)

function mailEnd(deps: Deps, year: Parameters<typeof store.claimEndMail>[1]): Promise<void> {
  return inTransaction(deps.db, async (db) => {
    const facts = {
      assets: await countAssets(db, year.ownerId),
      rows: await listYearRows(db, year.ownerId),
    }
    const context = { taxRules: deps.taxRules, today: sydneyDay(deps.now()) }
    const assets = countRetainedAssets(year.incomeYear, facts, context)
    const ended = await store.claimEndMail(db, year, { assets, at: deps.now() })
    if (!ended) return
    const { receipts, ...owner } = ended
    const incomeYear = incomeYearLabel(year.incomeYear)
    await deps.mail.queue(db, retentionEndedMail(deps, owner, { incomeYear, receipts, assets }))
  })
}

function throwIfAny(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, 'Some years could not be mailed yet.')
}
