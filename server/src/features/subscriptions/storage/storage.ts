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

type Limits = Pick<Environment, 'STORAGE_GB_TRIAL' | 'STORAGE_GB_PRO' | 'STORAGE_GB_PREMIUM'>

export function limitBytesOf(limits: Limits, current: CurrentPlan | undefined): number {
  return Math.floor(gigabytesOf(limits, current) * GB_BYTES)
}

function gigabytesOf(limits: Limits, current: CurrentPlan | undefined): number {
  if (!current || current.period.kind === 'trial') return limits.STORAGE_GB_TRIAL
  return current.period.planName === 'Premium' ? limits.STORAGE_GB_PREMIUM : limits.STORAGE_GB_PRO
}
