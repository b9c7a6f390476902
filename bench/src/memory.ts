import { MB_BYTES } from '@docketbox/contract/core/units'
import { readFile, writeFile } from 'node:fs/promises'

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): Promise<number> {
  return statusMb(pid, 'VmRSS')
}

/**
 * Runs some work and returns by how many MB the memory of a process rose at its peak.
 * Linux only: it reads the kernel's high-water mark.
 */
export async function riseOfMemoryMb(pid: number, action: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await residentMb(pid)
  await action()
  return (await statusMb(pid, 'VmHWM')) - before
}

async function statusMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return (Number(kilobytes) * 1024) / MB_BYTES
}
