import { check, describeReport, isUndamaged } from '#features/files'
import type { FileCommandDeps } from './command-deps.ts'

/** Checks all stored data. Exit code 1 when something is damaged. */
export async function runCheck(
  deps: Pick<FileCommandDeps, 'db' | 'files'>,
  say: (line: string) => void,
): Promise<number> {
  const report = await check(deps)
  for (const line of describeReport(report)) say(line)
  return isUndamaged(report) ? 0 : 1
}
