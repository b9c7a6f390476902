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
  return { usedBytes, limitBytes: limitBytesOf(deps.config, current) }
}

export type Limits = Pick<Environment, 'STORAGE_GB_TRIAL' | 'STORAGE_GB_PRO' | 'STORAGE_GB_PREMIUM'>

/** What an owner may store with their current or last plan. */
export function limitBytesOf(limits: Limits, current: CurrentPlan | undefined): number {
  if (!current) return storageBytesOf(limits, { isTrial: true })
  return storageBytesOf(limits, {
    isTrial: current.period.kind === 'trial',
    name: current.period.planName,
  })
}

/** How much storage a plan includes. */
export function storageBytesOf(limits: Limits, plan: { isTrial: boolean; name?: string }): number {
  const ofPaid = plan.name === 'Premium' ? limits.STORAGE_GB_PREMIUM : limits.STORAGE_GB_PRO
  return Math.floor((plan.isTrial ? limits.STORAGE_GB_TRIAL : ofPaid) * GB_BYTES)
}
