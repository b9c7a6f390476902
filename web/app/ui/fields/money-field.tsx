import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { centsOrText, parseCents, groupedAmount } from '@docketbox/contract/core/money'
import { Field, type FieldTexts } from './field.tsx'
import { useFieldId } from '#ui/forms/field-context.ts'
import { Input } from '#ui/controls/input.tsx'

type MoneyFieldProps = FieldTexts & { name: string }

/** An amount in dollars. The form's value is in cents: undefined if the field is empty, its text if that isn't an amount. */
export function MoneyField({ name, label, hint, optional }: MoneyFieldProps) {
  const id = useFieldId(name)
  const { field, fieldState } = useController({ name })
  // The controller would show the default value again once the field is emptied.
  const value = useFormContext().getValues(name) as number | string | undefined
  // What was typed before the script loaded stays as it is: its user may still be typing.
  const [typed, setTyped] = useState(() => prerenderedText(id) || textOf(value))
  // A form reset changes the value from outside.
  const shown = centsOrText(typed) === value ? typed : textOf(value)

  return (
    <Field {...{ id, label, hint, optional: optional ?? false, error: fieldState.error?.message }}>
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
            aria-required={!optional}
            className="figures pl-7.5"
            value={shown}
            onChange={({ target, nativeEvent }) => {
              const isPasted =
                nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
              const text = groupThousands(target.value, isPasted ? '' : shown)
              setTyped(text)
              field.onChange(centsOrText(text))
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

/** The text of a field whose HTML was there before its script; empty on the server. */
function prerenderedText(id: string): string {
  if (typeof document === 'undefined') return ''
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement ? input.value : ''
}

function textOf(value: number | string | undefined): string {
  return typeof value === 'string' ? value : groupedAmount(value)
}

/**
 * `1,234.5` for `1234.5`. Text that isn't an amount stays unchanged, as does a comma that was entered for a decimal point.
 * @param before the text that was edited; its commas move with the digits.
 */
function groupThousands(text: string, before: string): string {
  const [, whole, decimals = ''] = /^\$?([\d,]+)(\.\d{0,2})?$/.exec(text.trim()) ?? []
  if (!whole) return text
  const hasOwnCommas = countCommas(text) > countCommas(before) || parseCents(before) === undefined
  if (hasOwnCommas && parseCents(text) === undefined) return text
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',') + decimals
}

function countCommas(text: string): number {
  return text.split(',').length - 1
}
