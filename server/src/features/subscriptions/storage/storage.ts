import { GB_BYTES } from '@docketbox/contract/core/units'
import { type StorageState, subscriptionRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Environment } from '#platform/config/environment.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { listAccessPeriodsAndStorage } from '../access-store.ts'
import { type CurrentPlan, currentPlan } from '../rules.ts'

type StorageDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** The storage an owner uses, and how much their current or last plan includes. */
export async function storageOf(
  deps: StorageDeps,
  ownerId: string,
  { isPlanNeeded = false } = {},
): Promise<StorageState> {
  const { periods, usedBytes } = await listAccessPeriodsAndStorage(deps.db, ownerId)
  const current = currentPlan(periods, deps.now())
  if (isPlanNeeded && current?.status !== 'active') throw new Refusal(subscriptionRefusals.noActivePlan)
  return { usedBytes, ...allowanceOf(deps.config, current) }
}

/** The storage of an owner if it would be full on a plan; null if there would be room. */
export async function fullStorageOn(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  ownerId: string,
  plan: { isTrial: boolean; name: string },
): Promise<{ usedBytes: number; limitBytes: number } | null> {
  const used = db.selectFrom('ownerStorage').select('bytes').where('ownerId', '=', ownerId)
  const usedBytes = (await used.executeTakeFirst())?.bytes ?? 0
  const limitBytes = storageBytesOf(config, plan)
  return usedBytes < limitBytes ? null : { usedBytes, limitBytes }
}

export type Limits = Pick<Environment, 'STORAGE_GB_TRIAL' | 'STORAGE_GB_PRO' | 'STORAGE_GB_PREMIUM'>

export type StorageAllowance = Omit<StorageState, 'usedBytes'>

/** What an owner may store with their current or last plan, and whether another includes more. */
export function allowanceOf(limits: Limits, current: CurrentPlan | undefined): StorageAllowance {
  const plan = current && { isTrial: current.period.kind === 'trial', name: current.period.planName }
  const limitBytes = storageBytesOf(limits, plan ?? { isTrial: true })
  // These two are always on offer, and none that administrators create includes more.
  const paid = ['Pro', 'Premium'].map((name) => storageBytesOf(limits, { isTrial: false, name }))
  return { limitBytes, hasLargerPlan: paid.some((bytes) => bytes > limitBytes) }
}

/** How much storage a plan includes. */
export function storageBytesOf(limits: Limits, plan: { isTrial: boolean; name?: string }): number {
  const ofPaid = plan.name === 'Premium' ? limits.STORAGE_GB_PREMIUM : limits.STORAGE_GB_PRO
  return Math.floor((plan.isTrial ? limits.STORAGE_GB_TRIAL : ofPaid) * GB_BYTES)
}
