import { type ReadBox, readField, type ReadField } from '@docketbox/contract/reading/schemas'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'

/** Where the value of a field was read. */
export type FieldBox = { field: ReadField; file: string; box: ReadBox; isSure: boolean }

/** Where each value of a receipt was read: in the file whose reading is the most confident. */
export function boxesOf({ readings }: Pick<ReceiptDetails, 'readings'>): FieldBox[] {
  return readField.options.flatMap((field) => {
    const read = readings
      .flatMap(({ file, fields }) => (fields?.[field] ? [{ file, ...fields[field] }] : []))
      .reduce<{ file: string; confidence: number; level: string; box: ReadBox | null } | undefined>(
        (best, other) => (other.confidence > (best?.confidence ?? -1) ? other : best),
        undefined,
      )
    return read?.box ? [{ field, file: read.file, box: read.box, isSure: read.level === 'sure' }] : []
  })
}
