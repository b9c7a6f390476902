import { email as emailSchema, newPassword, personName, type Role } from '@docketbox/contract'
import { z } from 'zod'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { hashPassword } from '../password/hash.ts'
import { refuseCommonPassword } from '../password/requirements.ts'
import { insertWithUsername } from './create-account.ts'
import { updateUser } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const newAdministrator = z.object({
  email: emailSchema,
  role: z.enum(['Admin', 'Super Admin'], { error: 'The role is "Admin" or "Super Admin".' }),
  password: newPassword,
  firstName: personName,
  lastName: z.literal('').or(personName),
})

/**
 * Makes an administrator without an invitation: the way in of the first one, from the command line, where whoever
 * runs it owns the database anyway.
 * @throws ZodError or Refusal saying what is wrong with what was given.
 */
export async function createAdministrator(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  given: z.input<typeof newAdministrator>,
): Promise<{ email: string; role: Role }> {
  const { password, ...person } = newAdministrator.parse(given)
  refuseCommonPassword(password, [person.email, person.firstName, person.lastName, config.PRODUCT_NAME])
  const passwordHash = await hashPassword(password)
  const at = now()
  return inTransaction(db, async (db) => {
    const row = await insertWithUsername(db, {
      id: newId(),
      ...person,
      phoneNumber: '',
      street: '',
      city: '',
      state: '',
      zipCode: '',
      country: 'Australia',
      passwordHash,
      createdAt: at,
    })
    await updateUser(db, row.id, { emailVerifiedAt: at }, at)
    const details = { role: person.role }
    await audit(db, { at, actorId: null, action: 'auth.createAdministrator', subjectId: row.id, details })
    return { email: row.email, role: person.role }
  })
}
