import { useEffect, useEffectEvent, useState } from 'react'

/** Follows up a press that came before the script, once what was typed before it stands in the form. */
export function useEarlyPress(followUp: (form: HTMLFormElement) => void): (form: HTMLFormElement) => void {
  const [pressed, setPressed] = useState<HTMLFormElement>()
  const onPressed = useEffectEvent(followUp)
  useEffect(() => {
    if (pressed) onPressed(pressed)
  }, [pressed])
  return setPressed
}
