import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nextControl } from '../navigation.ts'

/**
 * While the form is incomplete, Enter goes to the next field and pressing the disabled Submit shows what's missing.
 * Once it's complete, Enter submits it.
 */
export function useShortcuts(
  container: RefObject<HTMLElement | null>,
  isComplete: boolean,
  showMissing: () => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const field = event.target
    if (event.key !== 'Enter' || isComplete || !(field instanceof HTMLInputElement) || !field.form) return
    event.preventDefault()
    const next = nextControl(field.form, field)
    if (next) next.focus()
    else showMissing()
  })
  const handleClick = useEffectEvent(({ target }: Event) => {
    // A disabled button gets no clicks, but the element around it does.
    if (!isComplete && target instanceof Element && target.closest('[data-submit]')) showMissing()
  })

  useEffect(() => {
    const element = container.current
    const controller = new AbortController()
    const { signal } = controller
    element?.addEventListener('keydown', (event) => handleKey(event), { signal })
    element?.addEventListener('click', (event) => handleClick(event), { signal })
    return () => controller.abort()
  }, [container])
}
