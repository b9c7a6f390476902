import { centsOrText } from '@docketbox/contract/core/money'
import { set } from 'react-hook-form'
import type { Answers } from '../answers.ts'

/** Reads what was entered into the prerendered form before its script loaded. */
export function preHydrationValues(): Answers {
  const answers: Answers = {}
  if (typeof document === 'undefined') return answers
  const controls = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('#lodgement form [name]')
  for (const control of controls) {
    const value = valueOf(control)
    if (value !== undefined && value !== '') set(answers, control.name, value)
  }
  return answers
}

function valueOf(control: HTMLInputElement | HTMLSelectElement): string | number | undefined {
  // The first option is selected by default, not by the user.
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0 ? control.value : undefined
  if (control.type === 'radio') return control.checked ? control.value : undefined
  return control.inputMode === 'decimal' ? centsOrText(control.value) : control.value
}
