import { type accountEndpoints, lastDayOf, sydneyDay } from '@docketbox/contract'
import { exportSentForms } from '#features/lodgement'
import { exportPayments } from '#features/payments'
import { exportExpenses } from '#features/expenses-without-receipt'
import { listYears } from '#features/years'
import { exportDrafts, exportReceipts, listViews } from '#features/receipts'
import { exportRecords } from '#features/records'
import { exportShares } from '#features/rooms'
import { showTaxProfile } from '#features/tax-profiles'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { ByteRange } from '#platform/http/files/range.ts'
import { isContinuation, type OutgoingFile } from '#platform/http/files/send.ts'
import type { Call } from '#platform/http/route.ts'
import { verifiedZipBytes } from '#platform/export/verified-zip.ts'
import { packedFile, packedText, type Packed, zipLength } from '#platform/export/zip-format.ts'
import { exportEtag, findContinued } from './continued-export.ts'
import { readAccount, readActivity, readSecurityEvents } from './export-store.ts'
import { readMe, receiptLines } from './export-texts.ts'
import { inSnapshot, inTransaction } from '#platform/database/transaction.ts'

type ExportDeps = Pick<Deps, 'config' | 'db' | 'files' | 'fonts' | 'log' | 'now' | 'secrets' | 'taxRules'>
type ExportCall = Pick<Call<typeof accountEndpoints.exportAll>, 'actor' | 'scope' | 'limits' | 'rangeHeaders'>

/**
 * Everything in the account as one zip. Its length is known at the start; files are read while it's sent. An interrupted
 * download continues, unless what's in it has changed; only a new one counts as an export.
 */
export async function exportAll(
  deps: ExportDeps & Pick<Deps, 'limits'>,
  { actor, scope: { ownerId }, limits, rangeHeaders }: ExportCall,
): Promise<OutgoingFile> {
  const since = await findContinued(deps, ownerId, rangeHeaders)
  const continued = since && (await exportAsOf(deps, ownerId, since))
  if (continued && isContinuation(rangeHeaders, continued)) return continued
  await deps.limits.count(limits)
  const at = deps.now()
  await inTransaction(deps.db, (db) =>
    audit(db, { at, actorId: actor.id, action: 'account.export', subjectId: ownerId }),
  )
  const { resume, ...file } = await exportAsOf(deps, ownerId, at)
  return { ...file, resume: { etag: resume.etag } }
}

async function exportAsOf(deps: ExportDeps, ownerId: string, at: Date) {
  const { config, db, log, now } = deps
  const contents = await inSnapshot(db, (db) => contentsOf({ ...deps, db, now: () => at }, ownerId, at))
  const bytes = (range?: ByteRange) =>
    verifiedZipBytes(
      contents,
      async (leftOut) => {
        log.error({ ownerId, leftOut }, 'files could not be read for an export')
        if (leftOut > 1) return
        const action = 'account.exportIncomplete'
        await inTransaction(db, (db) => audit(db, { at: now(), actorId: null, action, subjectId: ownerId }))
      },
      range,
    )
  return {
    name: `${config.PRODUCT_NAME.toLowerCase()}-${sydneyDay(at)}.zip`,
    type: 'application/zip',
    sizeBytes: zipLength(contents),
    bytes: bytes(),
    resume: { etag: exportEtag(at, contents), from: bytes },
  }
}

/**
 * The entries of the zip as of a moment, the same each time until something changes. `deps.db` is a snapshot, so a file that's
 * filed meanwhile is in it exactly once.
 */
async function contentsOf(deps: ExportDeps, ownerId: string, at: Date): Promise<Packed[]> {
  const { config, db, files } = deps
  const { profile, picture, plans, sessions } = await readAccount(db, ownerId, at)
  const { receipts, packed } = await exportReceipts(deps, ownerId)
  const { drafts, packed: packedDrafts } = await exportDrafts(deps, ownerId)
  const { payments, invoices } = await exportPayments(deps, ownerId)
  const { answers: taxAnswers, ...taxProfile } = await showTaxProfile({ db, now: () => at }, ownerId)
  const forms = await exportSentForms(deps, ownerId)
  const unreadableForms = forms.filter(({ answers }) => answers === null).map(({ reference }) => reference)
  const day = sydneyDay(at)
  const text = (name: string, content: string): Packed => packedText(name, content, day)
  const json = (name: string, content: unknown): Packed => text(name, JSON.stringify(content, undefined, 2))
  return [
    text('Read me.txt', readMe(config, { profile, at, unreadableForms })),
    text('Receipts.csv', receiptLines(receipts)),
    json('Receipts.json', receipts),
    json('Not filed yet.json', drafts),
    json('Views.json', (await listViews(deps, { ownerId })).docs),
    json('Evidence.json', await exportExpenses(deps, ownerId)),
    json('Records.json', await exportRecords(db, ownerId)),
    json('Forms.json', forms),
    json('Income years.json', (await listYears(deps, ownerId)).docs),
    json('Profile.json', { ...profile, ...taxProfile, taxAnswers }),
    json('Plans.json', plans.map(withSydneyDates)),
    json('Payments.json', payments),
    json('Devices.json', sessions),
    json('Shares.json', await exportShares(db, ownerId, at)),
    json('Activity.json', await readActivity(db, ownerId, at)),
    json('Security.json', await readSecurityEvents(db, ownerId, at)),
    ...invoices.map(({ name, bytes }) => packedText(`Tax invoices/${name}`, bytes, day)),
    ...(picture ? [packedFile(files, picture, { name: 'Picture.webp', modifiedOn: day })] : []),
    ...packed,
    ...packedDrafts,
  ]
}

/** Adds the first and last date of a plan's period, as the screens show them. */
function withSydneyDates<Plan extends { periodStart: Date; periodEnd: Date }>(plan: Plan) {
  return { ...plan, startsOn: sydneyDay(plan.periodStart), endsOn: lastDayOf(plan.periodEnd) }
}
