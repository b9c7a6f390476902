import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { openSealedParts, type SealedParts } from './sealed-parts.ts'
import { findWhole, type LodgementRow } from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

export type WholeLodgement = LodgementRow & SealedParts

/**
 * A lodgement with its sealed parts in the clear, by the reference people quote. Only for whoever runs the server, and
 * never without an entry in the audit log.
 */
export async function readWholeLodgement(
  { db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>,
  reference: string,
): Promise<WholeLodgement | undefined> {
  return inTransaction(db, async (db) => {
    const row = await findWhole(db, reference.trim().toUpperCase())
    if (!row) return undefined
    await audit(db, { at: now(), actorId: null, action: 'lodgement.readWhole', subjectId: row.id })
    const { spouseSealed, rentalIncomeSealed, ...open } = row
    return { ...open, ...openSealedParts({ secrets }, { id: row.id, spouseSealed, rentalIncomeSealed }) }
  })
}
