declare global {
  interface Window {
    /** Forms submitted before hydration, each with the element that had the focus then. */
    earlySubmits?: WeakMap<EventTarget, Element | null>
  }
}

/** Runs in the head: remembers forms submitted before hydration, so that no submit is lost. */
export const earlySubmitScript =
  "window.earlySubmits=new WeakMap;addEventListener('submit',function(e){earlySubmits.set(e.target,document.activeElement)},true)"

/** Whether the form was submitted before hydration and hasn't been edited since. True once only. */
export function consumeEarlySubmit(form: HTMLFormElement): boolean {
  const { earlySubmits } = window
  if (!earlySubmits?.has(form)) return false
  const focusedThen = earlySubmits.get(form)
  earlySubmits.delete(form)
  const focusedNow = document.activeElement
  return focusedNow === focusedThen || !form.contains(focusedNow)
}

/** Whether the element contains a form that was submitted before hydration. */
export function hasEarlySubmit(element: Element): boolean {
  return [...element.querySelectorAll('form')].some((form) => window.earlySubmits?.has(form))
}
