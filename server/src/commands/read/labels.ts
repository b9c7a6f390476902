import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dateMatches } from '../../features/reading/dates/formats.ts'

/** A receipt's labelled values; undefined if the label doesn't say, null if it says there's none. */
export type Label = {
  file: string
  suppliers: readonly string[]
  date: string | null | undefined
  totalCents: number | null | undefined
  abn: string | null | undefined
  gstCents: number | null | undefined
}

const ours = z.object({
  file: z.string(),
  merchant: z.string(),
  merchantAlt: z.array(z.string()).optional(),
  date: z.string().nullish(),
  total: z.number().nullish(),
  gst: z.number().nullish(),
  abn: z.string().nullish(),
})
/** ICDAR 2019 SROIE. */
const sroie = z.object({
  file: z.string(),
  entities: z.object({ company: z.string(), date: z.string(), total: z.string() }),
})

/**
 * Reads labels, one JSON object per line: our own, or those of ICDAR 2019 SROIE.
 * @returns them with files relative to the working folder.
 */
export async function readLabels(path: string): Promise<Label[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const label = toLabel(z.union([ours, sroie]).parse(JSON.parse(line)))
    return { ...label, file: join(dirname(path), label.file) }
  })
}

function toLabel(label: z.infer<typeof ours> | z.infer<typeof sroie>): Label {
  if ('entities' in label) {
    const { company, date, total } = label.entities
    return {
      file: label.file,
      suppliers: [company],
      date: isoDay(date),
      totalCents: total === '' ? undefined : Math.round(Number(total.replace(/[^\d.]/g, '')) * 100),
      abn: undefined,
      gstCents: undefined,
    }
  }
  const { file, merchant, merchantAlt = [], date, total, abn, gst } = label
  return { file, suppliers: [merchant, ...merchantAlt], date, totalCents: total, abn, gstCents: gst }
}

/** SROIE writes dates as they're printed, in many ways. */
function isoDay(printed: string): string | undefined {
  return dateMatches(printed, '9999-12-31')[0]?.value
}
