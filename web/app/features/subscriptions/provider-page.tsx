import type { UseMutationOptions } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#ui/feedback/spinner.tsx'

/** Asks for an address at the payment provider when the screen opens, and goes there. */
export function useProviderPage<Input>(
  options: UseMutationOptions<{ url: string }, Error, Input>,
  input: Input,
) {
  const { mutate, isPending } = useMutation(options)
  // Stays until the next attempt has succeeded or failed, and with it the button that was pressed.
  const [error, setError] = useState<Error>()
  const open = () =>
    mutate(input, {
      onSuccess: ({ url }) => {
        setError(undefined)
        window.location.replace(url)
      },
      onError: setError,
    })
  const openOnce = useEffectEvent(open)
  useEffect(() => openOnce(), [])
  return { error, open, isPending }
}

export function OpeningProviderPage() {
  return (
    <p className="flex items-center gap-3 text-soft">
      <Spinner /> Taking you to our payment provider…
    </p>
  )
}
