import { load, remove, save } from '#platform/storage/local-storage.ts'

const KEY = 'characterKeys'

/** Whether keys such as `/` are shortcuts on this device. Speech input would press them by accident (WCAG 2.1.4). */
export function hasCharacterKeys(): boolean {
  return load(KEY, (stored) => stored) !== false
}

export function setCharacterKeys(isOn: boolean): void {
  if (isOn) remove(KEY)
  else save(KEY, false)
}
