import { check, describeReport, isSound } from '#features/files'
import type { CommandDeps } from './command-deps.ts'

/** Reads everything that is stored and says whether it is whole. Exit code 1 when it is not. */
export async function runCheck(deps: CommandDeps, say: (line: string) => void): Promise<number> {
  const report = await check(deps)
  for (const line of describeReport(report)) say(line)
  return isSound(report) ? 0 : 1
}
