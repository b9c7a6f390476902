import { centsOrText } from '@docketbox/contract/core/money'
import { set } from 'react-hook-form'
import type { Answers } from '../answers.ts'

/** Reads what was entered into the prerendered form before its script loaded. */
export function preHydrationValues(): Answers {
  const answers: Answers = {}
  if (typeof document === 'undefined') return answers
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The browser fills in again what was entered before the page was left, even if they've logged out since. The draft has it, too.
  if (navigation?.type === 'back_forward') document.querySelector<HTMLFormElement>('#lodgement form')?.reset()
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
