import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { creditRefundEndpoints } from '@docketbox/contract/payments/credit-refund-endpoints'
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isUnanswered } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'

type Requested = { message: string }

const changed = [paymentAdminEndpoints.refundLimits, creditRefundEndpoints.customerCredit]

/**
 * Requests a refund. Without a response it's repeated, which the server treats as the same refund. Afterwards, even if it
 * was refused, reads again what can be refunded.
 * @param hasChanged reads whether what can be refunded has changed since: then the refund was made.
 * @param onClose closes the dialog, which asks about unsaved input first.
 */
export function useRefund<Input>(
  options: UseMutationOptions<Requested, Error, Input>,
  hasChanged: () => Promise<boolean>,
  onClose: () => void,
) {
  const client = useQueryClient()
  const [isLost, setIsLost] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    ...options,
    mutationFn: async (input: Input, context) => {
      setIsLost(false)
      for (let isRepeated = false; ; isRepeated = true) {
        let isLooking = isRepeated
        try {
          if (isRepeated && (await hasChanged())) return { message: 'Refund requested.' }
          isLooking = false
          return await options.mutationFn!(input, context)
        } catch (error) {
          // If we can't look it up now, it may have changed.
          const isUnknown = isUnanswered(error as Error) || (isLooking && isTemporary(error))
          if (!isUnknown) {
            // It was made between the look and the repetition.
            if (isRepeated && (await hasChanged().catch(() => false))) return { message: 'Refund requested.' }
            throw error
          }
        }
        setIsLost(true)
        await onlineOrTimeout()
      }
    },
    onSettled: () => {
      // These ask Stripe, so the dialog doesn't wait for them.
      void reload(client, changed)
    },
  })
  const isChecking = isPending && isLost
  const [isDirty, setIsDirty] = useState(false)
  // Looking up a lost response may take as long as the outage, and continues without the dialog.
  const closing = useConfirmDiscard(isDirty && !isChecking, onClose, isPending && !isChecking)
  return { refund: mutateAsync, isChecking, isDirty, setIsDirty, ...closing }
}

function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && error.isTemporary
}
