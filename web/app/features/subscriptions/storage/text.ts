import { fileSize } from '@docketbox/contract/core/file-size'

/** `20 GB of storage`. */
export function storageText(bytes: number): string {
  return `${fileSize(bytes).replace(/\.0+(?= )/, '')} of storage`
}
