import { randomBytes } from 'node:crypto'
import { passkeyRefusals, type UsedPasskey, secondFactorRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Limit } from '#platform/limits/counter.ts'
import {
  attemptKey,
  failureLimit,
  forgetFailures,
  FREE_EVERYWHERE,
} from '#platform/limits/failed-attempts.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { encrypt, tryDecrypt } from '#platform/security/encryption.ts'
import { recoveryCodeUsedMail } from './mails.ts'
import { deletePasskeys, deletePasskeysSince, listPasskeys, type PasskeyRow } from './passkey-store.ts'
import { verifyPasskey } from './passkeys.ts'
import { hashOfRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import * as store from './store.ts'
import { base32, otpauthUri, stepOf } from './totp.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const CONTEXT = 'second-factor'
/** RFC 4226 asks for 20 bytes with SHA-1. */
const SECRET_BYTES = 20

type Owner = { id: string; email: string; firstName: string }
type SecondFactorDeps = Pick<Deps, 'db' | 'now' | 'secrets'>

export type SecondFactorState = {
  isOn: boolean
  since: Date | null
  hasApp: boolean
  passkeys: PasskeyRow[]
  recoveryCodesLeft: number
  hasSavedRecoveryCodes: boolean
}
/** A code from the app or a recovery code, or a passkey. */
export type SecondFactorInput = { secondFactor?: string | undefined; passkey?: UsedPasskey | undefined }

/** Two-step login of an account: an authenticator app, passkeys, or both. Recovery codes replace either. */
export async function secondFactorOf({ db }: Pick<Deps, 'db'>, ownerId: string): Promise<SecondFactorState> {
  const [factor, passkeys] = await Promise.all([store.findFactor(db, ownerId), listPasskeys(db, ownerId)])
  const since = factor?.confirmedAt ?? passkeys[0]?.createdAt ?? null
  const isOn = since !== null
  const recoveryCodesLeft = isOn ? await store.countCodesLeft(db, ownerId) : 0
  const hasSavedRecoveryCodes = isOn && (await store.hasSavedCodes(db, ownerId))
  const hasApp = factor?.confirmedAt != null
  return { isOn, since, hasApp, passkeys, recoveryCodesLeft, hasSavedRecoveryCodes }
}

export async function hasSecondFactor({ db }: Pick<Deps, 'db'>, ownerId: string): Promise<boolean> {
  const { hasApp, hasPasskey } = await store.findEnrolledFactors(db, ownerId)
  return hasApp || hasPasskey
}

type VerifyOptions = {
  enrolledFactors?: store.EnrolledFactors | undefined
  countedBy?: string | undefined
}

/**
 * Verifies the second factor of an account that has one.
 * @param options.enrolledFactors which ones it has; looked up by default.
 * @param options.countedBy a session or device that failures are counted by, besides the account.
 * @returns what it was proven with; null if the account has none.
 * @throws Refusal 401 if it's missing or wrong, 429 while the account has to wait.
 */
export async function verifySecondFactor(
  deps: SecondFactorDeps & Pick<Deps, 'config' | 'limits' | 'log' | 'mail' | 'publicUrl'>,
  owner: Owner,
  { secondFactor: code, passkey }: SecondFactorInput,
  { enrolledFactors, countedBy }: VerifyOptions = {},
): Promise<'code' | 'passkey' | null> {
  const { hasApp, hasPasskey } = enrolledFactors ?? (await store.findEnrolledFactors(deps.db, owner.id))
  if (!hasApp && !hasPasskey) return null
  if (!code && !passkey)
    throw new Refusal(hasPasskey ? secondFactorRefusals.passkeyNeeded : secondFactorRefusals.codeNeeded)
  const failures = limitsOfCodes(owner, countedBy)
  await deps.limits.count(failures)
  if (!(await isValidSecondFactor(deps, owner, { secondFactor: code, passkey })))
    throw new Refusal(passkey ? passkeyRefusals.notAccepted : secondFactorRefusals.wrongCode)
  await forgetFailures(deps.db, failures)
  return passkey ? 'passkey' : 'code'
}

/** Six digits wouldn't survive a count for each device, so every code also counts by account. */
function limitsOfCodes(owner: { id: string }, countedBy?: string): Limit[] {
  return [
    failureLimit(attemptKey('code', owner, countedBy)),
    failureLimit(attemptKey('code', owner, 'everywhere'), FREE_EVERYWHERE),
  ]
}

/** Resets the failure counts that make the owner wait, except those by session or device. */
export async function forgetWrongCodes(db: Db, owner: { id: string }): Promise<void> {
  await forgetFailures(db, limitsOfCodes(owner))
}

async function isValidSecondFactor(
  deps: SecondFactorDeps & Pick<Deps, 'config' | 'log' | 'mail' | 'publicUrl'>,
  owner: Owner,
  { secondFactor: code = '', passkey }: SecondFactorInput,
): Promise<boolean> {
  if (passkey) return verifyPasskey(deps, owner.id, passkey)
  if (looksLikeRecoveryCode(code)) return useRecoveryCode(deps, owner, code)
  const factor = await store.findFactor(deps.db, owner.id)
  return factor?.secret ? useAppCode(deps, factor, code) : false
}

async function useAppCode(
  { db, now, secrets }: SecondFactorDeps,
  factor: store.FactorRow,
  code: string,
): Promise<boolean> {
  const secret = tryDecrypt(secrets.encryptionKey, CONTEXT, factor.secret!)
  const step = secret && stepOf(secret, code.replaceAll(/\s/g, ''), now(), factor.lastStep)
  return step !== undefined && store.spendStep(db, factor.ownerId, step)
}

function useRecoveryCode(
  deps: SecondFactorDeps & Pick<Deps, 'config' | 'mail' | 'publicUrl'>,
  owner: Owner,
  code: string,
): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    if (!(await store.spendCode(db, owner.id, hashOfRecoveryCode(code), deps.now()))) return false
    await deps.mail.queue(db, recoveryCodeUsedMail(deps, owner, await store.countCodesLeft(db, owner.id)))
    return true
  })
}

/** Creates a secret for an authenticator app; {@link confirmSecondFactor} turns it on. */
export async function beginSecondFactor(
  { db, secrets, config }: Pick<Deps, 'config' | 'db' | 'secrets'>,
  owner: Owner,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(SECRET_BYTES)
  await store.upsertPendingSecret(db, owner.id, encrypt(secrets.encryptionKey, CONTEXT, secret))
  return {
    secret: base32(secret),
    uri: otpauthUri(secret, { issuer: config.PRODUCT_NAME, account: owner.email }),
  }
}

/**
 * Turns on two-step login or switches it to a new app, as part of the transaction `db`.
 * @returns the recovery codes, which can't be read again; undefined if the code is wrong.
 */
export async function confirmSecondFactor(
  { now, secrets }: Pick<Deps, 'now' | 'secrets'>,
  db: Db,
  ownerId: string,
  code: string,
): Promise<string[] | undefined> {
  const factor = await store.findFactor(db, ownerId)
  const secret = factor?.waitingSecret && tryDecrypt(secrets.encryptionKey, CONTEXT, factor.waitingSecret)
  if (!secret) throw new Refusal(secondFactorRefusals.notBegun)
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), now(), 0)
  if (step === undefined || !(await store.confirmPendingSecret(db, factor, { step, now: now() })))
    return undefined
  return renewRecoveryCodes(db, ownerId, now())
}

export async function renewRecoveryCodes(db: Db, ownerId: string, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceCodes(db, ownerId, codes.map(hashOfRecoveryCode), now)
  return codes
}

/** @throws Refusal if the code isn't one of the current ones: those that the owner saved were replaced. */
export async function confirmRecoveryCodes(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  code: string,
): Promise<void> {
  if (!(await store.markCodesSaved(db, ownerId, hashOfRecoveryCode(code))))
    throw new Refusal(secondFactorRefusals.codesReplaced)
}

/** Turns off two-step login: deletes the app, the passkeys and the recovery codes. */
export async function removeSecondFactor(db: Db, ownerId: string): Promise<void> {
  await deletePasskeys(db, ownerId)
  await store.deleteFactor(db, ownerId)
}

/** Removes what was added to two-step login since a time: a thief may have added it, and would lock the owner out. */
export async function removeSecondFactorSince(db: Db, ownerId: string, since: Date): Promise<void> {
  await deletePasskeysSince(db, ownerId, since)
  await store.deleteAppSince(db, ownerId, since)
  await store.deleteCodesSince(db, ownerId, since)
  if (!(await hasSecondFactor({ db }, ownerId))) await removeSecondFactor(db, ownerId)
}
