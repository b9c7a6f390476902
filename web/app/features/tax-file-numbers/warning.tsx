import { holdsTaxFileNumber, taxFileNumberWarning } from '@docketbox/contract/core/tax-file-numbers'
import { useWatch } from 'react-hook-form'
import { Notice } from '#ui/feedback/notice.tsx'

/** Warns under a field of the form around when a tax file number seems to stand in it (decision 29). */
export function TaxFileNumberWarning({ name }: { name: string }) {
  const typed: unknown = useWatch({ name })
  if (typeof typed !== 'string' || !holdsTaxFileNumber(typed)) return null
  return (
    <Notice tone="warning">
      <output>{taxFileNumberWarning}</output>
    </Notice>
  )
}
