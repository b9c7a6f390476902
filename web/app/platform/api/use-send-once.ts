import type { Endpoint, Input, Output } from '@docketbox/contract/core/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from './client.ts'
import { mutation } from './query.ts'

/**
 * A change that's made once, however often it's tried with the same input. With other input, or after a success, it's
 * another change.
 * @param invalidates the endpoints to read again once the change is through, whether it succeeded or not.
 */
export function useSendOnce<const E extends Endpoint & { idempotent: true }>(
  endpoint: E,
  options: { invalidates: readonly Endpoint[] },
) {
  const lastAttempt = useRef<{ content: string; key: string }>(undefined)
  return useMutation<Output<E, Blob>, Error, Input<E, File>>({
    ...mutation(endpoint, options),
    mutationFn: (input) => {
      const content = JSON.stringify(input)
      if (lastAttempt.current?.content !== content)
        lastAttempt.current = { content, key: crypto.randomUUID() }
      return call(endpoint, input, { headers: { 'Idempotency-Key': lastAttempt.current.key } })
    },
    onSuccess: () => void (lastAttempt.current = undefined),
  })
}
