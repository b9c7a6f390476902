import type { FieldName, SectionState } from './sections.ts'

/** Scrolls to a section and focuses its first field that needs attention. */
export function goToSection({ section, missing, invalid }: SectionState): void {
  const element = document.querySelector(`#${section.name}`)
  if (!element) return
  const name = missing[0] ?? invalid[0] ?? section.question
  const field = name && element.querySelector<HTMLElement>(`[name="${name}"]`)
  const target = field ?? element.querySelector<HTMLElement>('input')
  // At once: showing the error of the field that was left would end a smooth scroll half-way.
  element.scrollIntoView()
  target?.focus({ preventScroll: true })
}

export function goToField(name: FieldName): void {
  document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
}

/** The next visible control of a form; undefined after the last. */
export function nextControl(form: HTMLFormElement, current: Element): HTMLElement | undefined {
  const controls = [...form.querySelectorAll<HTMLElement>('input, select, textarea')]
  const reachable = controls.filter(
    (control) => control.tabIndex >= 0 && (control === current || control.getClientRects().length > 0),
  )
  return reachable[reachable.indexOf(current as HTMLElement) + 1]
}
