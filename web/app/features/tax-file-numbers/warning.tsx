import { holdsTaxFileNumber, taxFileNumberWarning } from '@docketbox/contract/core/people/tax-file-numbers'
import { useWatch } from 'react-hook-form'
import { Notice } from '#ui/feedback/notice.tsx'

/** Warns below a form field that seems to contain a tax file number (requirement 29). */
export function TaxFileNumberWarning({ name }: { name: string }) {
  const value: unknown = useWatch({ name })
  if (typeof value !== 'string' || !holdsTaxFileNumber(value)) return null
  return (
    <Notice tone="warning">
      <output>{taxFileNumberWarning}</output>
    </Notice>
  )
}
