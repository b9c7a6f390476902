import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because a caller can use any address
 * within it.
 */
export function rateLimitKey(address: string): string {
  return ipv4Of(address) ?? ipv6Network(address, 64)
}

/** What counts as one network of callers: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkKey(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 ? ipv4.replace(/\d+$/, '0/24') : ipv6Network(address, 48)
}

function ipv4Of(address: string): string | undefined {
  const mapped = MAPPED.exec(address)?.[1]
  return mapped ?? (isIPv6(withoutZone(address)) ? undefined : address)
}

function ipv6Network(address: string, bits: 48 | 64): string {
  const [head = '', tail] = withoutZone(address).toLowerCase().split('::')
  const front = groupsIn(head)
  const back = tail === undefined ? [] : groupsIn(tail)
  const between = Array.from({ length: GROUPS - front.length - back.length }, () => '0')
  const network = [...front, ...between, ...back].slice(0, bits / 16)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`
}

function withoutZone(address: string): string {
  return address.split('%')[0]!
}

/** An IPv4 address at the end stands for two groups beyond the network part. */
function groupsIn(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
