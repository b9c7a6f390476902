import type { ReadFields } from './schemas.ts'

/**
 * Merges what was read from the files of one receipt: for each field, the value with the highest confidence. If two are
 * equal, the first file's.
 */
export function mergeReadFields(files: readonly ReadFields[]): ReadFields {
  const best = <Field extends keyof ReadFields>(field: Field): ReadFields[Field] =>
    files.reduce<ReadFields[Field]>((value, fields) => {
      const other = fields[field]
      return other && other.confidence > (value?.confidence ?? -1) ? other : value
    }, null)
  return {
    supplier: best('supplier'),
    supplierAbn: best('supplierAbn'),
    documentDate: best('documentDate'),
    totalCents: best('totalCents'),
    gstCents: best('gstCents'),
  }
}
