import type { Claims } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { encrypt, tryDecrypt } from '#platform/security/encryption.ts'

/** The parts of a lodgement that are encrypted (requirement 28). */
export type PrivateParts = {
  spouse: NonNullable<Claims['spouseDetails']> | null
  rentalIncomeCents: number | null
}
/** `unreadable`: parts that are null because they can't be decrypted. */
export type DecryptedParts = PrivateParts & { unreadable: (keyof PrivateParts)[] }
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

/** A part is unreadable when a byte was changed, it belongs to another row, or the encryption key was lost. */
export function decryptParts({ secrets }: Pick<Deps, 'secrets'>, row: EncryptedColumns): DecryptedParts {
  const unreadable: DecryptedParts['unreadable'] = []
  const decrypted = <Name extends keyof PrivateParts>(name: Name, column: string, bytes: Buffer | null) => {
    const json = bytes && tryDecrypt(secrets.encryptionKey, contextOf(column, row.id), bytes)
    if (json) return JSON.parse(json.toString()) as PrivateParts[Name]
    if (bytes) unreadable.push(name)
    return null
  }
  return {
    spouse: decrypted('spouse', 'spouse', row.spouseSealed),
    rentalIncomeCents: decrypted('rentalIncomeCents', 'rental_income', row.rentalIncomeSealed),
    unreadable,
  }
}
