import type { ReadQueue } from '../../features/reading/reader/read-queue.ts'
import { SURE } from '../../features/reading/extract/confidence.ts'
import { FIELDS, type FieldName, interval, type Outcome, outcomeOf, precisionAt } from './accuracy.ts'
import { type Label, readLabels } from './labels.ts'
import { type FailedLine, readFile, type ReadLine } from './read-file.ts'

const COVERAGES = [0.5, 0.8, 0.9, 1]

type Compared = { label: Label; read: ReadLine | FailedLine }

/**
 * Reads every labelled receipt and prints accuracy with 95 % intervals, precision at coverage, and timings.
 * @param isVerbose also prints what was read wrong.
 */
export async function evaluate(
  queue: ReadQueue,
  labelPath: string,
  latestDay: string,
  print: (line: string) => void,
  isVerbose: boolean,
): Promise<void> {
  const compared: Compared[] = []
  for (const label of await readLabels(labelPath)) {
    const read = await readFile(queue, label.file, latestDay)
    if ('error' in read) print(`${label.file}: ${read.error}`)
    else if (isVerbose) printMistakes({ label, read }, print)
    // One that fails counts as read wrong.
    compared.push({ label, read })
  }
  for (const field of FIELDS) printField(field, compared, print)
  const withoutGst = compared.filter(({ label }) => label.gstCents === null)
  const offered = withoutGst.filter(({ read }) => read.gstCents !== null)
  if (withoutGst.length > 0)
    print(`GST offered without any on the receipt: ${offered.length} of ${withoutGst.length}`)
  printCost(
    compared.flatMap(({ read }) => ('error' in read ? [] : read)),
    print,
  )
}

function printField(field: FieldName, compared: readonly Compared[], print: (line: string) => void): void {
  const outcomes = compared.flatMap(({ label, read }) => outcomeOf(field, read, label) ?? [])
  if (outcomes.length === 0) return
  const right = outcomes.filter(({ isRight }) => isRight).length
  const [low, high] = interval(right, outcomes.length)
  const sure = outcomes.filter(({ confidence }) => confidence >= SURE)
  const sureRight = sure.filter(({ isRight }) => isRight).length
  const wrong = outcomes.filter(({ isRead, isRight }) => isRead && !isRight).length
  print(
    `${field.padEnd(8)} ${percent(right / outcomes.length)} right (${percent(low)} to ${percent(high)}, n=${outcomes.length}), ${wrong} wrong; ` +
      `sure ${percent(sureRight / Math.max(1, sure.length))} of ${percent(sure.length / outcomes.length)}; ` +
      `precision ${COVERAGES.map((coverage) => `${percent(precisionAt(outcomes, coverage))} at ${coverage * 100}%`).join(', ')}`,
  )
}

function printMistakes({ label, read }: Compared, print: (line: string) => void): void {
  for (const field of FIELDS) {
    const outcome: Outcome | undefined = outcomeOf(field, read, label)
    if (outcome && !outcome.isRight) print(`${label.file} ${field}: ${JSON.stringify({ read, label })}`)
  }
}

function printCost(reads: readonly ReadLine[], print: (line: string) => void): void {
  const quantile = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  const cpu = reads.map(({ cpuMs }) => cpuMs)
  const mean = cpu.reduce((sum, ms) => sum + ms, 0) / Math.max(1, cpu.length)
  print(
    `CPU per receipt: mean ${Math.round(mean)} ms, median ${quantile(cpu, 0.5)} ms, 95% below ${quantile(cpu, 0.95)} ms; ` +
      `peak memory ${Math.max(0, ...reads.map(({ peakMemoryMb }) => peakMemoryMb))} MB`,
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
