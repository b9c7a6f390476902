/** Those that are typed in or chosen from. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), select, textarea'
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Focuses what a dialog asks for first: its first field, if nothing comes before it, or its first button at the bottom, if there's
 * only text above it. Otherwise the dialog, whose title is read out. A touch screen would cover half of it with its keyboard.
 */
export function focusInitially(dialog: HTMLElement, header: HTMLElement | null): void {
  const first = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].find(
    (control) => control.tabIndex >= 0 && !header?.contains(control) && !control.matches(':disabled'),
  )
  const hasTouchKeyboard = globalThis.matchMedia('(pointer: coarse)').matches
  const isAsked = first?.closest('[data-dialog-actions]') || (!hasTouchKeyboard && first?.matches(FIELDS))
  const focused = first && isAsked ? first : dialog
  focused.focus({ preventScroll: true })
}
