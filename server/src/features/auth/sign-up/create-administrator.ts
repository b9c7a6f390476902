import { email as emailSchema, administratorPassword, personName, type Role } from '@docketbox/contract'
import { z } from 'zod'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { hashPassword } from '../password/hash.ts'
import { assertStrongPassword } from '../password/requirements.ts'
import { insertWithUsername, noContactDetails } from './create-account.ts'
import { deleteUnverifiedUser, updateUser } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** What's known of an administrator before their password is asked for. */
export const administratorDetails = z.object({
  email: emailSchema,
  role: z.enum(['Admin', 'Super Admin'], { error: 'The role is "Admin" or "Super Admin".' }),
  firstName: personName,
  lastName: z.literal('').or(personName),
})
const newAdministrator = administratorDetails.extend({ password: administratorPassword })

/**
 * Creates an administrator without an invitation. Only the command line does: it's how the first one is created.
 * @throws ZodError or Refusal with the problem of the input.
 */
export async function createAdministrator(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  input: z.input<typeof newAdministrator>,
): Promise<{ email: string; role: Role }> {
  const { password, ...person } = newAdministrator.parse(input)
  assertStrongPassword(password, person, { productName: config.PRODUCT_NAME })
  const passwordHash = await hashPassword(password)
  const at = now()
  return inTransaction(db, async (db) => {
    // Anyone can sign up with an address that isn't theirs.
    await deleteUnverifiedUser(db, person.email)
    const row = await insertWithUsername(db, {
      id: newId(),
      ...person,
      ...noContactDetails,
      passwordHash,
      createdAt: at,
    })
    await updateUser(db, row.id, { emailVerifiedAt: at }, at)
    const details = { role: person.role }
    await audit(db, { at, actorId: null, action: 'auth.createAdministrator', subjectId: row.id, details })
    return { email: row.email, role: person.role }
  })
}
