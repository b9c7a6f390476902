import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commonRefusals } from '@docketbox/contract'
import pLimit from 'p-limit'
import { Refusal } from '#platform/http/refusal.ts'

/** Requirement 6, after the OWASP password storage sheet: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** One hash fills a core and 19 MiB: without these limits, logins could be used to overload the server. */
const MAX_CONCURRENT = Math.max(1, Math.min(4, availableParallelism()))
const MAX_WAITING = 100
const REFUSAL_DELAY_MS = 1_000
/** How many may wait in the queue for known devices. */
const MAX_RESERVED_WAITING = 20

const derive = promisify(argon2)
/** One queue for the process, whose cores they share. */
const queue = pLimit(MAX_CONCURRENT)
/** For known devices. It stays short, no matter how many strangers queue. */
const reservedQueue = pLimit(MAX_CONCURRENT)
const reservedAccounts = new Set<string>()

/**
 * Hashes a password to a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. It's normalised first, because keyboards
 * send “ê” as one character or as two.
 * @param accountId if its owner is known to be asking: one hash at a time doesn't queue with everyone else's.
 */
export async function hashPassword(password: string, accountId?: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await limitConcurrency(accountId, () => derived(password.normalize(), salt, cost, HASH_BYTES))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/**
 * Whether a password matches a hash. Takes as long without a hash, so that timing doesn't reveal which addresses have
 * an account.
 * @param accountId as in {@link hashPassword}.
 */
export async function isCorrectPassword(
  password: string,
  stored: string | null | undefined,
  accountId?: string,
): Promise<boolean> {
  const { salt, hash, ...parameters } = parse(stored ?? DUMMY_HASH)
  const normalised = password.normalize()
  // Older hashes are of the password exactly as typed.
  for (const typed of normalised === password ? [password] : [normalised, password]) {
    const candidate = await limitConcurrency(accountId, () => derived(typed, salt, parameters, hash.length))
    if (timingSafeEqual(candidate, hash)) return stored !== null && stored !== undefined
  }
  return false
}

/** Whether a hash has outdated costs and should be replaced at the next login. */
export function isHashOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored)
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
}

const DUMMY_HASH = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(
  randomBytes(SALT_BYTES),
)}$${base64(randomBytes(HASH_BYTES))}`

type Parameters = typeof cost

function derived(password: string, salt: Buffer, parameters: Parameters, bytes: number): Promise<Buffer> {
  return derive('argon2id', { ...parameters, message: password, nonce: salt, tagLength: bytes })
}

function parse(stored: string): Parameters & { salt: Buffer; hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  if (!match) throw new Error('A stored password hash is not one of argon2id.')
  const [, memory, passes, parallelism, salt, hash] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

/** PHC strings write base64 without its padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/**
 * Waits a moment if the queue of hashes is full, before any other work. Refusals at once would have a flood of clients that
 * repeat their requests keep the process busy.
 * @throws Refusal 503 if the queue is still full.
 */
export async function waitForHashSlot(): Promise<void> {
  if (queue.pendingCount >= MAX_WAITING) await wait(REFUSAL_DELAY_MS)
  assertHasHashSlot()
}

function assertHasHashSlot(): void {
  if (queue.pendingCount >= MAX_WAITING)
    throw new Refusal(commonRefusals.unavailable, { retryAfterSeconds: 5 })
}

async function limitConcurrency<Result>(
  accountId: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const isReserved = accountId !== undefined && !reservedAccounts.has(accountId)
  if (isReserved && reservedQueue.pendingCount < MAX_RESERVED_WAITING) {
    reservedAccounts.add(accountId)
    return reservedQueue(work).finally(() => reservedAccounts.delete(accountId))
  }
  assertHasHashSlot()
  return queue(work)
}
