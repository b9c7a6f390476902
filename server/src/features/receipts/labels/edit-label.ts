import {
  type DeductionLabel,
  endingOf,
  type Output,
  type Parsed,
  type Receipt,
  type receiptEndpoints,
} from '@docketbox/contract'
import { markSoleTraderYears } from '#features/records'
import { answeredBefore, listTaxProfiles, saveAnswers } from '#features/tax-profiles'
import { findLastLodged, snapshotTaxAnswers } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Scope } from '#platform/security/scope.ts'
import { lockLiveReceipt } from '../editing/edit-receipt.ts'
import { presentReceipt } from '../present.ts'
import { updateReceipt } from '../store.ts'
import { keepSoleTraderReceipts } from './business-answers.ts'
import { suggestLabels } from './job.ts'
import { suggestedLabel } from './suggested.ts'

/**
 * Confirms the label of a receipt or takes that back, and adds answers to questions about it.
 * @throws Refusal when the receipt doesn't exist or is in the bin.
 */
export function editLabel(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  { ownerId }: Scope,
  id: string,
  { confirmed, answers }: Parsed<typeof receiptEndpoints.editLabel>['body'],
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files, ...receipt } = await lockLiveReceipt(db, ownerId, id)
    const { paidBack, ...others } = answers ?? {}
    const labelAnswers = { ...receipt.labelAnswers, ...others }
    const isReimbursed = paidBack === undefined ? receipt.isReimbursed : paidBack === 'yes'
    const source = paidBack === undefined ? {} : { isReimbursed: 'typed' }
    const row = await updateReceipt(db, ownerId, id, {
      labelAnswers: JSON.stringify(labelAnswers),
      isReimbursed,
      sources: JSON.stringify({ ...receipt.sources, ...source }),
      labelSuggested: suggestedLabel({ ...receipt, labelAnswers, isReimbursed }),
      ...(confirmed !== undefined && { labelConfirmed: confirmed }),
      updatedAt: now(),
    })
    return presentReceipt({ ...row, files }, taxRules)
  })
}

type Confirmation = {
  /** Null to take a confirmation back. */
  label: DeductionLabel | null
  /** Leaves any other label unchanged. */
  replaces?: DeductionLabel
  at: Date
}

/**
 * Confirms the label of a receipt, as part of the transaction `db`.
 * @returns what was confirmed before.
 * @throws Refusal when the receipt doesn't exist or is in the bin.
 */
export async function confirmLabel(
  db: Db,
  ownerId: string,
  id: string,
  { label, replaces, at }: Confirmation,
): Promise<DeductionLabel | null> {
  const { labelConfirmed } = await lockLiveReceipt(db, ownerId, id)
  if (replaces === undefined || replaces === labelConfirmed)
    await updateReceipt(db, ownerId, id, { labelConfirmed: label, updatedAt: at })
  return labelConfirmed
}

/** Stores what the owner answered. A job makes the suggested labels of all their receipts follow how they earn. */
export function updateTaxProfile(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  { ownerId }: Scope,
  answers: Parsed<typeof receiptEndpoints.updateTaxProfile>['body'],
): Promise<Output<typeof receiptEndpoints.updateTaxProfile>> {
  return inTransaction(db, async (db) => {
    const at = now()
    await snapshotTaxAnswers(db, ownerId, at)
    const { work: value, from } = answers
    const before =
      value && from
        ? answeredBefore(await listTaxProfiles(db, ownerId), 'work', { value, since: endingOf(from) })
        : undefined
    if (value === 'both' || before?.work === 'both') {
      await markSoleTraderYears(db, ownerId)
      await keepSoleTraderReceipts(db, ownerId)
    }
    const saved = await saveAnswers(db, ownerId, answers, {
      at,
      lastLodged: await findLastLodged(db, ownerId),
    })
    if (answers.work !== undefined)
      await jobs.enqueue(db, suggestLabels, { owner: ownerId }, { singletonKey: ownerId })
    return saved
  })
}
