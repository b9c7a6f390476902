import type { Claims } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { seal, unseal } from '#platform/security/encryption.ts'

/** What of a lodgement is encrypted (decision 28). */
export type SealedParts = {
  spouse: NonNullable<Claims['spouseDetails']> | null
  rentalIncomeCents: number | null
}
type SealedColumns = { id: string; spouseSealed: Buffer | null; rentalIncomeSealed: Buffer | null }
type Needs = Pick<Deps, 'secrets'>

/** Each part is bound to its row and its column: moved elsewhere it does not open. */
const contextOf = (column: string, id: string) => `lodgements.${column}/${id}`

/** The sealed columns of the row `id`. */
export function sealParts({ secrets }: Needs, id: string, parts: SealedParts): SealedColumns {
  const sealed = (column: string, part: unknown) =>
    part === null ? null : seal(secrets.encryptionKey, contextOf(column, id), JSON.stringify(part))
  return {
    id,
    spouseSealed: sealed('spouse', parts.spouse),
    rentalIncomeSealed: sealed('rental_income', parts.rentalIncomeCents),
  }
}

/**
 * The sealed parts in the clear, for whoever works on the lodgement on this machine.
 * @throws when a byte was changed or a part belongs to another row.
 */
export function openSealedParts({ secrets }: Needs, row: SealedColumns): SealedParts {
  const opened = <Part>(column: string, sealed: Buffer | null) =>
    sealed === null
      ? null
      : (JSON.parse(unseal(secrets.encryptionKey, contextOf(column, row.id), sealed).toString()) as Part)
  return {
    spouse: opened('spouse', row.spouseSealed),
    rentalIncomeCents: opened('rental_income', row.rentalIncomeSealed),
  }
}
