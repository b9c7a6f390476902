import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because a caller can use any address
 * within it.
 */
export function rateLimitKey(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const front = groupsIn(head)
  const back = tail === undefined ? [] : groupsIn(tail)
  const between = Array.from({ length: GROUPS - front.length - back.length }, () => '0')
  const network = [...front, ...between, ...back].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** An IPv4 address at the end stands for two groups beyond the network part. */
function groupsIn(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
