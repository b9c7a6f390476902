import type { Claims } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { encrypt, decrypt } from '#platform/security/encryption.ts'

/** The parts of a lodgement that are encrypted (requirement 28). */
export type PrivateParts = {
  spouse: NonNullable<Claims['spouseDetails']> | null
  rentalIncomeCents: number | null
}
type EncryptedColumns = { id: string; spouseSealed: Buffer | null; rentalIncomeSealed: Buffer | null }

/** Binds each part to its row and column, so that it can't be decrypted elsewhere. */
const contextOf = (column: string, id: string) => `lodgements.${column}/${id}`

/** Encrypts the private columns of the row `id`. */
export function encryptParts(
  { secrets }: Pick<Deps, 'secrets'>,
  id: string,
  parts: PrivateParts,
): EncryptedColumns {
  const encrypted = (column: string, part: unknown) =>
    part === null ? null : encrypt(secrets.encryptionKey, contextOf(column, id), JSON.stringify(part))
  return {
    id,
    spouseSealed: encrypted('spouse', parts.spouse),
    rentalIncomeSealed: encrypted('rental_income', parts.rentalIncomeCents),
  }
}

/** @throws when a byte was changed or a part belongs to another row. */
export function decryptParts({ secrets }: Pick<Deps, 'secrets'>, row: EncryptedColumns): PrivateParts {
  const decrypted = <Part>(column: string, bytes: Buffer | null) =>
    bytes === null
      ? null
      : (JSON.parse(decrypt(secrets.encryptionKey, contextOf(column, row.id), bytes).toString()) as Part)
  return {
    spouse: decrypted('spouse', row.spouseSealed),
    rentalIncomeCents: decrypted('rental_income', row.rentalIncomeSealed),
  }
}
