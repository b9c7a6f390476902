import { useEffect, useEffectEvent, useState } from 'react'

/** Handles a submit from before hydration, after the values entered before it are in the form. */
export function useEarlySubmit(handle: (form: HTMLFormElement) => void): (form: HTMLFormElement) => void {
  const [submitted, setSubmitted] = useState<HTMLFormElement>()
  const handleSubmit = useEffectEvent(handle)
  useEffect(() => {
    if (submitted) handleSubmit(submitted)
  }, [submitted])
  return setSubmitted
}
