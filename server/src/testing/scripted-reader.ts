import { text as textOf } from 'node:stream/consumers'
import type { ReadFields } from '@docketbox/contract'
import type { FileReading, Reader, ReceiptArea } from '#platform/storage/reader.ts'

type Script = (content: string) => FileReading | Promise<FileReading>

/** A reader that returns a test's values instead of the engine's. `script` gets the bytes of the file as text. */
export function scriptedReader(script: Script): Reader {
  return {
    version: 1,
    status: async () => 'ready',
    read: async ({ open }) => script(await textOf(await open())),
    overBudget: () => [],
    close: async () => undefined,
  }
}

/** No reader at all, as with READING=off. */
export const readerOff: Reader = {
  version: 1,
  status: async () => 'off',
  read: () => Promise.reject(new Error('Reading is off.')),
  overBudget: () => [],
  close: async () => undefined,
}

type Values = Partial<{ [Field in keyof ReadFields]: NonNullable<ReadFields[Field]>['value'] }>

/** A reading with these values; those in `unsure` are only suggested. */
export function readingOf(
  values: Values,
  { unsure = [] as (keyof Values)[], text = '', receipts = [] as ReceiptArea[] } = {},
): FileReading {
  const field = <Name extends keyof Values>(name: Name) =>
    values[name] === undefined
      ? null
      : {
          value: values[name],
          confidence: unsure.includes(name) ? 0.5 : 0.99,
          level: unsure.includes(name) ? ('check' as const) : ('sure' as const),
          box: { page: 1, left: 0.1, top: 0.1, width: 0.5, height: 0.05 },
        }
  const gst = field('gstCents')
  return {
    text,
    pages: 1,
    receipts,
    fields: {
      supplier: field('supplier'),
      supplierAbn: field('supplierAbn'),
      documentDate: field('documentDate'),
      totalCents: field('totalCents'),
      gstCents: gst && { ...gst, origin: 'read' },
    } as ReadFields,
  }
}
