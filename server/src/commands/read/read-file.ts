import { open } from 'node:fs/promises'
import type { ReadFields } from '@docketbox/contract'
import type { ReadQueue } from '../../features/reading/reader/read-queue.ts'
import { mediaTypeOf } from './media-type.ts'

type Confidences = Record<'supplier' | 'abn' | 'date' | 'total' | 'gst', number>

/** Null if unknown; confidences from 0 to 1. */
export type ReadValues = {
  supplier: string | null
  abn: string | null
  date: string | null
  totalCents: number | null
  gstCents: number | null
  confidence: Confidences
}
type Costs = { pages: number; ms: number; cpuMs: number; peakMemoryMb: number }
/** What `npm run read` prints about a file. */
export type ReadLine = { file: string } & ReadValues & Costs
export type FailedLine = { file: string } & ReadValues & Record<keyof Costs, null> & { error: string }

/** Reads one file. An error is part of the result, so that other files can follow. */
export async function readFile(
  queue: ReadQueue,
  file: string,
  latestDay: string,
): Promise<ReadLine | FailedLine> {
  try {
    const type = await typeOf(file)
    const read = () => queue.run({ path: file, type, latestDay }, { owner: '', isUrgent: false })
    let result = await read()
    // Once more in a new process, like the product.
    if (!result.reading) result = await read()
    if (!result.reading) return failedLine(file, result.problem ?? 'The file can’t be read.')
    const { fields, pages } = result.reading
    const { ms, cpuMs, peakMemoryMb } = result
    return { file, ...valuesOf(fields), pages, ms, cpuMs, peakMemoryMb }
  } catch (error) {
    return failedLine(file, error instanceof Error ? error.message : String(error))
  }
}

function failedLine(file: string, error: string): FailedLine {
  const costs = { pages: null, ms: null, cpuMs: null, peakMemoryMb: null }
  return { file, ...valuesOf({}), ...costs, error }
}

function valuesOf(fields: Partial<ReadFields>): ReadValues {
  const { supplier, supplierAbn, documentDate, totalCents, gstCents } = fields
  return {
    supplier: supplier?.value ?? null,
    abn: supplierAbn?.value ?? null,
    date: documentDate?.value ?? null,
    totalCents: totalCents?.value ?? null,
    gstCents: gstCents?.value ?? null,
    confidence: {
      supplier: supplier?.confidence ?? 0,
      abn: supplierAbn?.confidence ?? 0,
      date: documentDate?.confidence ?? 0,
      total: totalCents?.confidence ?? 0,
      gst: gstCents?.confidence ?? 0,
    },
  }
}

async function typeOf(path: string): Promise<string> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return mediaTypeOf(buffer)
  } finally {
    await handle.close()
  }
}
