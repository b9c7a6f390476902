import { formatCents } from '@docketbox/contract/core/money'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Answers } from '../answers.ts'
import type { FieldName } from '../sections.ts'
import { usePrefilled } from './context.ts'

/** Below an amount: the receipts and records it comes from. After a change it offers their amount again. */
export function PrefilledNote({ name }: { name: FieldName }) {
  const prefilled = usePrefilled(name)
  const { setValue } = useFormContext<Answers>()
  const current: unknown = useWatch<Answers>({ name })
  if (!prefilled) return null
  const { cents, source } = prefilled
  return (
    <p className="text-[0.8125rem] text-soft">
      {source}
      {current !== cents && (
        <button
          type="button"
          className="-my-3 min-h-11 px-2 font-semibold text-leaf-deep underline underline-offset-3"
          onClick={() => setValue(name, cents as never, { shouldDirty: true, shouldValidate: true })}
        >
          Use {formatCents(cents)}
        </button>
      )}
    </p>
  )
}
