import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { parseCents, groupedAmount } from '@docketbox/contract/core/money'
import { Field, type FieldTexts } from './field.tsx'
import { useFieldId } from '#ui/forms/field-context.ts'
import { Input } from '#ui/controls/input.tsx'

type MoneyFieldProps = FieldTexts & { name: string; className?: string; placeholder?: string }

/**
 * An amount in dollars. The form's value is integer cents, undefined while empty and NaN while it is no amount, so
 * that the schema can tell the two apart.
 */
export function MoneyField({ name, label, hint, optional, className, placeholder }: MoneyFieldProps) {
  const id = useFieldId(name)
  const { field, fieldState } = useController({ name })
  // An emptied field is undefined, for which the controller's own value shows the starting one again.
  const value = useFormContext().getValues(name) as number | undefined
  const [typed, setTyped] = useState(() => groupedAmount(value))
  const held = typed.trim() === '' ? undefined : (parseCents(typed) ?? Number.NaN)
  // Reset or loaded from outside: what is shown follows.
  const shown = Object.is(held, value) ? typed : groupedAmount(value)

  return (
    <Field {...{ id, label, hint, className, optional: optional ?? false, error: fieldState.error?.message }}>
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 left-3.5 grid place-items-center text-soft">
            $
          </span>
          <Input
            ref={field.ref}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            aria-required={!optional}
            className="figures pl-7.5"
            value={shown}
            onChange={({ target }) => {
              const text = asTyped(target.value)
              setTyped(text)
              field.onChange(text.trim() === '' ? undefined : (parseCents(text) ?? Number.NaN))
            }}
            onBlur={() => {
              const cents = parseCents(shown)
              if (cents !== undefined) setTyped(groupedAmount(cents))
              field.onBlur()
            }}
            {...control}
          />
        </div>
      )}
    </Field>
  )
}

/** Groups thousands while typing at the end; leaves anything that isn't an amount alone. */
function asTyped(text: string): string {
  const found = /^\$?([\d,]+)(\.\d{0,2})?$/.exec(text.trim())
  if (!found?.[1]) return text
  const whole = found[1].replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (found[2] ?? '')
}
