import type { ReadFields } from './schemas.ts'

/**
 * What the files of one receipt say together: of each field the value that was read with the most confidence, the
 * first file's where two are equal.
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
