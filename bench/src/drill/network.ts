import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PATH } from './program.ts'

const TABLE = 'docketbox_drill'
const nft = (...words: string[]) => promisify(execFile)('nft', words, { env: { PATH } })

/** Has the kernel drop every packet from and to an address of this machine. @returns a function that ends it. */
export async function cutOff(address: string): Promise<() => Promise<void>> {
  await nft('add', 'table', 'ip', TABLE)
  await nft('add', 'chain', 'ip', TABLE, 'cut', '{ type filter hook input priority 0; }')
  await nft('add', 'rule', 'ip', TABLE, 'cut', 'ip', 'daddr', address, 'drop')
  await nft('add', 'rule', 'ip', TABLE, 'cut', 'ip', 'saddr', address, 'drop')
  return mend
}

/** Ends a cut, if there is one. */
export async function mend(): Promise<void> {
  await nft('delete', 'table', 'ip', TABLE).catch(() => undefined)
}
