import { formatCents } from '@docketbox/contract/core/money'
import { MAX_CODE_LENGTH, type PromotionPreview } from '@docketbox/contract/payments/promotion-endpoints'
import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useCallback, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { useUrlParams } from '#platform/page/url-params.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Form, useFormOf } from '#ui/forms/form.tsx'
import { isCodeRefused, messageOf } from '../errors.ts'
import { promotionPreview } from '../queries.ts'

/** The promotion code of the URL, so that a link can carry it, and the prices with it. */
export function usePromotion() {
  const { params, setParams } = useUrlParams()
  const code = params.get('code') ?? ''
  const { data, error, isFetching, refetch } = useQuery({ ...promotionPreview(code), enabled: code !== '' })
  const isRefused = isCodeRefused(error)
  const preview = isRefused ? undefined : data
  return {
    code,
    preview,
    error: preview ? null : error,
    isChecking: isFetching && !preview,
    /** Looks the code up, even if it's the one that has just failed; none removes it. */
    setCode: (next: string) =>
      next !== '' && next === code ? void refetch() : setParams({ code: next }, { replace: true }),
    /** The code to subscribe to a plan with. Until we know what it's worth, the checkout finds out. */
    codeFor: (id: string) =>
      !isRefused && (!preview || preview.prices.some(({ plan }) => plan === id)) ? code : '',
  }
}

type PromotionProps = ReturnType<typeof usePromotion> & { plans: readonly PlanCard[] }

/** A field for a promotion code, or the discount of the entered one. */
export function Promotion({ code, preview, error, isChecking, setCode, plans }: PromotionProps) {
  const { focusNext, ref } = useFocusNext()
  const change = (next: string) => {
    focusNext()
    setCode(next)
  }
  if (!preview)
    return <CodeForm error={error} isChecking={isChecking} code={code} onCode={change} openerRef={ref} />
  const isFor = ({ _id }: PlanCard) => preview.prices.some(({ plan }) => plan === _id)
  const excluded = plans.filter((plan) => plan.button.action === 'openLink' && !isFor(plan))
  return (
    <Notice tone="success" ref={ref}>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <strong>{preview.code}</strong>: {discountText(preview)} your first payment.
          {preview.endsAt && ` Use it by ${lastPlanDate(preview.endsAt)}.`}
          {excluded.length > 0 && ` You can’t use it for ${excluded.map(({ name }) => name).join(' or ')}.`}
        </span>
        <Button variant="quiet" size="small" className="-mx-3" onClick={() => change('')}>
          Remove code
        </Button>
      </span>
    </Notice>
  )
}

/** The element with this ref takes the focus when it replaces what was pressed. */
function useFocusNext() {
  const isWanted = useRef(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || !isWanted.current) return
    isWanted.current = false
    element.focus()
  }, [])
  const focusNext = () => {
    isWanted.current = true
  }
  return { focusNext, ref }
}

const codeForm = z.object({ code: z.string().trim().toUpperCase() })

type CodeFormProps = {
  code: string
  error: Error | null
  isChecking: boolean
  onCode: (code: string) => void
  openerRef: Ref<HTMLButtonElement>
}

function CodeForm({ code, error, isChecking, onCode, openerRef }: CodeFormProps) {
  const [isOpen, setIsOpen] = useState(code !== '')
  const form = useFormOf(codeForm, { code })
  const { focusNext, ref: input } = useFocusNext()
  const id = useId()
  const open = () => {
    focusNext()
    setIsOpen(true)
  }
  if (!isOpen)
    return (
      <Button ref={openerRef} variant="quiet" className="-ml-4 justify-self-start" onClick={open}>
        Have a promotion code?
      </Button>
    )
  const { ref: fieldRef, ...registration } = form.register('code')
  return (
    <Form
      form={form}
      onSubmit={(values) => onCode(values.code)}
      label="Promotion"
      className="grid max-w-md gap-2"
    >
      <label htmlFor={id} className="text-sm font-semibold">
        Promotion code
      </label>
      <div className="flex gap-2">
        <Input
          {...registration}
          id={id}
          ref={(element) => {
            fieldRef(element)
            input(element)
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CODE_LENGTH}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error`}
        />
        <Button type="submit" variant="secondary" busy={isChecking && 'Checking…'}>
          Apply
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="text-sm text-clay-deep">
        {error && messageOf(error)}
      </p>
    </Form>
  )
}

function discountText({ percentOff, amountOffCents }: PromotionPreview): string {
  return percentOff === null ? `${formatCents(amountOffCents ?? 0)} off` : `${percentOff}% off`
}
