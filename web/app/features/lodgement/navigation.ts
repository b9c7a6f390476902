import type { FieldName, SectionState } from './sections.ts'

/** Brings a section to the top and the cursor to what is to be done there. */
export function goTo({ section, missing, wrong }: SectionState): void {
  const sheet = document.querySelector(`#${section.name}`)
  if (!sheet) return
  const name = missing[0] ?? wrong[0] ?? section.question
  const control = name && sheet.querySelector<HTMLElement>(`[name="${name}"]`)
  const goal = control ?? sheet.querySelector<HTMLElement>('input')
  sheet.scrollIntoView({ block: 'start', behavior: 'smooth' })
  goal?.focus({ preventScroll: true })
}

/** Brings the cursor to one field. */
export function goToField(name: FieldName): void {
  document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
}

/** The control after the one given, in the order of the form; undefined after the last. */
export function nextControl(form: HTMLFormElement, from: Element): HTMLElement | undefined {
  const all = [...form.querySelectorAll<HTMLElement>('input, select, textarea')]
  const reachable = all.filter(
    (one) => one.tabIndex >= 0 && (one === from || one.getClientRects().length > 0),
  )
  return reachable[reachable.indexOf(from as HTMLElement) + 1]
}
