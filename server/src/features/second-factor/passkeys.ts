import { MINUTE_MS } from '@docketbox/contract/core/units'
import { type createdPasskey, passkeyRefusals, type UsedPasskey } from '@docketbox/contract'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as store from './passkey-store.ts'

// Imported on first use, because few people have passkeys and the library is large.
const loadLibrary = () => import('@simplewebauthn/server')

const MAX_PASSKEYS = 10
const CHALLENGE_MS = 5 * MINUTE_MS

/** What the browser passes to the device. */
export type PasskeyOptions = { challenge: string; [option: string]: unknown }
type Owner = { id: string; email: string }
type PasskeyDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'publicUrl'>

/** The options for creating a passkey. */
export async function beginPasskey(deps: PasskeyDeps, owner: Owner): Promise<PasskeyOptions> {
  const existing = await store.listPasskeys(deps.db, owner.id)
  if (existing.length >= MAX_PASSKEYS) throw new Refusal(passkeyRefusals.tooMany)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: deps.config.PRODUCT_NAME,
    rpID: siteOf(deps).rpId,
    userName: owner.email,
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(deps, options.challenge, owner.id, 'add')
  return { ...options }
}

/**
 * Adds a created passkey as part of the transaction `db`.
 * @throws Refusal if it doesn't match the challenge or was added before.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  db: Db,
  ownerId: string,
  { name, created }: { name: string; created: z.infer<typeof createdPasskey> },
): Promise<store.PasskeyRow> {
  if ((await store.listPasskeys(db, ownerId)).length >= MAX_PASSKEYS)
    throw new Refusal(passkeyRefusals.tooMany)
  const { verifyRegistrationResponse } = await loadLibrary()
  const { origin, rpId } = siteOf(deps)
  const verification = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => spendChallenge(deps, challenge, ownerId, 'add'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch((err: unknown) => {
    deps.log.info({ err, user: ownerId }, 'a passkey was not added')
  })
  if (!verification?.verified) throw new Refusal(passkeyRefusals.notAdded)
  const { credential } = verification.registrationInfo
  const row = {
    id: newId(),
    ownerId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: created.response.transports ?? [],
    name,
    createdAt: deps.now(),
  }
  if (!(await store.insertPasskey(db, row))) throw new Refusal(passkeyRefusals.known)
  return { ...row, lastUsedAt: null }
}

/** The options for logging in with one of the owner's passkeys. */
export async function beginPasskeyLogin(deps: PasskeyDeps, ownerId: string): Promise<PasskeyOptions> {
  const existing = await store.listPasskeys(deps.db, ownerId)
  if (existing.length === 0) throw new Refusal(passkeyRefusals.notFound)
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).rpId,
    allowCredentials: existing.map(toDescriptor),
    userVerification: 'preferred',
  })
  await storeChallenge(deps, options.challenge, ownerId, 'prove')
  return { ...options }
}

/** @returns whether one of the owner's passkeys has signed the challenge. */
export async function verifyPasskey(
  deps: PasskeyDeps,
  ownerId: string,
  assertion: UsedPasskey,
): Promise<boolean> {
  const id = Buffer.from(assertion.id, 'base64url')
  const passkey = (await store.listPasskeys(deps.db, ownerId)).find(({ credentialId }) =>
    credentialId.equals(id),
  )
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { origin, rpId } = siteOf(deps)
  const verification = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => spendChallenge(deps, challenge, ownerId, 'prove'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: false,
  }).catch((err: unknown) => {
    deps.log.info({ err, user: ownerId }, 'a passkey was not accepted')
  })
  if (!verification?.verified) return false
  const { newCounter: counter } = verification.authenticationInfo
  await store.updatePasskeyUse(deps.db, passkey, { counter, at: deps.now() })
  return true
}

/** The origin the browser must be on, and the domain its passkeys belong to. */
function siteOf({ publicUrl }: Pick<Deps, 'publicUrl'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

function toDescriptor({ credentialId, transports }: store.PasskeyRow) {
  return { id: credentialId.toString('base64url'), transports }
}

function storeChallenge(
  { db, now }: PasskeyDeps,
  challenge: string,
  ownerId: string,
  purpose: 'add' | 'prove',
): Promise<void> {
  const at = now()
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS)
  return store.insertChallenge(db, Buffer.from(challenge, 'base64url'), {
    ownerId,
    purpose,
    now: at,
    expiresAt,
  })
}

function spendChallenge(
  { db, now }: PasskeyDeps,
  challenge: string,
  ownerId: string,
  purpose: 'add' | 'prove',
): Promise<boolean> {
  return store.spendChallenge(db, Buffer.from(challenge, 'base64url'), { ownerId, purpose, now: now() })
}
