import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnanswered } from '#platform/api/error.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'

type Requested = { message: string }

/**
 * Requests a refund. Without a response it's repeated, which the server treats as the same refund.
 * @param hasChanged reads whether what can be refunded has changed since: then the refund was made.
 */
export function useRefund<Input>(
  options: UseMutationOptions<Requested, Error, Input>,
  hasChanged: () => Promise<boolean>,
) {
  const [isLost, setIsLost] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    ...options,
    mutationFn: async (input: Input, context) => {
      setIsLost(false)
      for (let isRepeated = false; ; isRepeated = true) {
        try {
          if (isRepeated && (await hasChanged())) return { message: 'Refund requested.' }
          return await options.mutationFn!(input, context)
        } catch (error) {
          if (!isUnanswered(error as Error)) {
            // It was made between the look and the repetition.
            if (isRepeated && (await hasChanged().catch(() => false))) return { message: 'Refund requested.' }
            throw error
          }
        }
        setIsLost(true)
        await onlineOrTimeout()
      }
    },
  })
  return { refund: mutateAsync, isChecking: isPending && isLost }
}
