import { type passkeyCreated, passkeyRefusals, type PasskeyShown } from '@docketbox/contract'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as store from './passkey-store.ts'

// Loaded with the first passkey: an idle process does without.
const load = () => import('@simplewebauthn/server')

const MOST = 10
const CHALLENGE_MS = 5 * 60_000

type Owner = { id: string; email: string }
type Needs = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'publicUrl'>

export const listPasskeys = store.listPasskeys

/** What a device is asked for to make a passkey. */
export async function beginPasskey(
  deps: Needs,
  owner: Owner,
): Promise<{ challenge: string; [option: string]: unknown }> {
  const known = await store.listPasskeys(deps.db, owner.id)
  if (known.length >= MOST) throw new Refusal(passkeyRefusals.tooMany)
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: deps.config.PRODUCT_NAME,
    rpID: siteOf(deps).rpId,
    userName: owner.email,
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keep(deps, options.challenge, owner.id, 'add')
  return { ...options }
}

/**
 * Adds what the device made, as part of the transaction `db`.
 * @throws Refusal when it does not answer what was asked, or is known already.
 */
export async function addPasskey(
  deps: Needs,
  db: Db,
  ownerId: string,
  { name, created }: { name: string; created: z.infer<typeof passkeyCreated> },
): Promise<store.PasskeyRow> {
  if ((await store.listPasskeys(db, ownerId)).length >= MOST) throw new Refusal(passkeyRefusals.tooMany)
  const { verifyRegistrationResponse } = await load()
  const { origin, rpId } = siteOf(deps)
  const verdict = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => spend(deps, challenge, ownerId, 'add'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch((err: unknown) => {
    deps.log.info({ err, user: ownerId }, 'a passkey was not added')
  })
  if (!verdict?.verified) throw new Refusal(passkeyRefusals.notAdded)
  const { credential } = verdict.registrationInfo
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

/** What a passkey of the owner is asked to sign. */
export async function askForPasskey(
  deps: Needs,
  ownerId: string,
): Promise<{ challenge: string; [option: string]: unknown }> {
  const known = await store.listPasskeys(deps.db, ownerId)
  if (known.length === 0) throw new Refusal(passkeyRefusals.notFound)
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).rpId,
    allowCredentials: known.map(described),
    userVerification: 'preferred',
  })
  await keep(deps, options.challenge, ownerId, 'prove')
  return { ...options }
}

/** Whether a passkey of the owner has signed what it was asked to. */
export async function isPasskeyShown(deps: Needs, ownerId: string, shown: PasskeyShown): Promise<boolean> {
  const id = Buffer.from(shown.id, 'base64url')
  const passkey = (await store.listPasskeys(deps.db, ownerId)).find(({ credentialId }) =>
    credentialId.equals(id),
  )
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await load()
  const { origin, rpId } = siteOf(deps)
  const verdict = await verifyAuthenticationResponse({
    response: { ...shown, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => spend(deps, challenge, ownerId, 'prove'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: shown.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: false,
  }).catch((err: unknown) => {
    deps.log.info({ err, user: ownerId }, 'a passkey was not accepted')
  })
  if (!verdict?.verified) return false
  const { newCounter: counter } = verdict.authenticationInfo
  await store.notePasskeyUse(deps.db, passkey, { counter, at: deps.now() })
  return true
}

/** The origin a browser must have been at, and the name its passkeys are bound to. */
function siteOf({ publicUrl }: Pick<Deps, 'publicUrl'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

function described({ credentialId, transports }: store.PasskeyRow) {
  return { id: credentialId.toString('base64url'), transports }
}

function keep(
  { db, now }: Needs,
  challenge: string,
  ownerId: string,
  purpose: 'add' | 'prove',
): Promise<void> {
  const at = now()
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS)
  return store.keepChallenge(db, Buffer.from(challenge, 'base64url'), {
    ownerId,
    purpose,
    now: at,
    expiresAt,
  })
}

function spend(
  { db, now }: Needs,
  challenge: string,
  ownerId: string,
  purpose: 'add' | 'prove',
): Promise<boolean> {
  return store.spendChallenge(db, Buffer.from(challenge, 'base64url'), { ownerId, purpose, now: now() })
}
