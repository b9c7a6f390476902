import { GB_BYTES } from '@docketbox/contract/core/units'
import { receiptRefusals, type StorageState } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'

/** Raised at the commit of an upload that would exceed the limit (migration 0046). */
const STORAGE_USED_UP = 'DS001'

/** @throws Refusal `receipts.storageUsedUp` when a file of this size exceeds the owner's storage. */
export function requireStorage(storage: StorageState, sizeBytes = 1): void {
  if (storage.usedBytes + sizeBytes > storage.limitBytes) throw storageUsedUp(storage)
}

export function storageUsedUp({ limitBytes, hasLargerPlan }: Omit<StorageState, 'usedBytes'>): Refusal {
  const limit = Number((limitBytes / GB_BYTES).toFixed(2))
  const more = hasLargerPlan ? 'choose a larger plan' : 'contact us if you need more storage'
  const message = `You don’t have enough of your ${limit} GB of storage left for this file. Permanently delete files you don’t need, or ${more}. It can take until tomorrow for deleted files to free up space.`
  return new Refusal(receiptRefusals.storageUsedUp, { message })
}

export function isStorageUsedUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STORAGE_USED_UP
}
