import { set } from 'react-hook-form'
import { parseCents } from '@docketbox/contract/core/money'
import type { Answers } from '../answers.ts'

/** What was typed into the page as it was built, before its script arrived. Nothing, where there is no such page. */
export function typedEarly(): Answers {
  const answers: Answers = {}
  if (typeof document === 'undefined') return answers
  const controls = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('#lodgement form [name]')
  for (const control of controls) {
    const value = valueIn(control)
    if (value !== undefined && value !== '') set(answers, control.name, value)
  }
  return answers
}

function valueIn(control: HTMLInputElement | HTMLSelectElement): string | number | undefined {
  // The first choice of a list is there by itself, not by somebody's choice.
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0 ? control.value : undefined
  if (control.type === 'radio') return control.checked ? control.value : undefined
  return control.inputMode === 'decimal' ? parseCents(control.value) : control.value
}
