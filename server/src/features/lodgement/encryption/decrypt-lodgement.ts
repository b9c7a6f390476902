import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { type DecryptedParts, decryptParts } from './parts.ts'
import { parseReference } from '../reference.ts'
import { type EncryptedRow, findByReference, type LodgementRow } from '../store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

export type DecryptedLodgement = LodgementRow & DecryptedParts

/** Decrypts a lodgement by its reference, for operators on the command line; the audit log records it. */
export async function decryptLodgement(
  { db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>,
  reference: string,
): Promise<DecryptedLodgement | undefined> {
  return inTransaction(db, async (db) => {
    const parsed = parseReference(reference)
    const row = parsed && (await findByReference(db, parsed))
    if (!row) return undefined
    await audit(db, { at: now(), actorId: null, action: 'lodgement.readWhole', subjectId: row.id })
    return decryptRow({ secrets }, row)
  })
}

export function decryptRow(
  deps: Pick<Deps, 'secrets'>,
  { spouseSealed, rentalIncomeSealed, ...readable }: EncryptedRow,
): DecryptedLodgement {
  return { ...readable, ...decryptParts(deps, { id: readable.id, spouseSealed, rentalIncomeSealed }) }
}
