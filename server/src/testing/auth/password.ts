import { argon2Sync, randomBytes } from 'node:crypto'
import type { Deps } from '#platform/config/deps.ts'

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** By password: hashing takes long on purpose. */
const hashes = new Map<string, string>()

/** Sets a user's password, hashed independently of the product's code to check it. */
export async function givePassword<Person extends { id: string }>(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  password: string,
): Promise<Person> {
  const passwordHash = hashes.get(password) ?? hash(password)
  hashes.set(password, passwordHash)
  await db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
  return person
}

function hash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=19456,t=2,p=1$${text(nonce)}$${text(tag)}`
}
