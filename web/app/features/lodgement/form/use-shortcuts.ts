import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nextControl } from '../navigation.ts'

/**
 * While the form is incomplete Enter goes on to the next field, and pressing the disabled Submit says what is missing.
 * Once it is complete Enter sends it, as everywhere.
 */
export function useShortcuts(
  place: RefObject<HTMLElement | null>,
  isComplete: boolean,
  tell: () => void,
): void {
  const onEnter = useEffectEvent((event: KeyboardEvent) => {
    const field = event.target
    if (event.key !== 'Enter' || isComplete || !(field instanceof HTMLInputElement) || !field.form) return
    event.preventDefault()
    const next = nextControl(field.form, field)
    if (next) next.focus()
    else tell()
  })
  const onPress = useEffectEvent(({ target }: Event) => {
    // A disabled button hears no click: the place around it does.
    if (!isComplete && target instanceof Element && target.closest('[data-submit]')) tell()
  })

  useEffect(() => {
    const element = place.current
    const listening = new AbortController()
    element?.addEventListener('keydown', (event) => onEnter(event), { signal: listening.signal })
    element?.addEventListener('click', (event) => onPress(event), { signal: listening.signal })
    return () => listening.abort()
  }, [place])
}
