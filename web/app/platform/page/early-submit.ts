declare global {
  interface Window {
    /** The forms that were sent while nobody was listening yet, each with what had the focus then. */
    earlyPresses?: WeakMap<EventTarget, Element | null>
  }
}

/** Runs in the head: remembers which forms are sent, so that a press is not lost before the script is here. */
export const earlyPressScript =
  "window.earlyPresses=new WeakMap;addEventListener('submit',function(e){earlyPresses.set(e.target,document.activeElement)},true)"

/** Whether the form was sent before its script was here, and nobody has gone on in it since. Says so once. */
export function takeEarlyPress(form: HTMLFormElement): boolean {
  const { earlyPresses } = window
  if (!earlyPresses?.has(form)) return false
  const before = earlyPresses.get(form)
  earlyPresses.delete(form)
  const now = document.activeElement
  return now === before || !form.contains(now)
}

/** Whether the element holds a form that was sent before its script was here. */
export function holdsEarlyPress(element: Element): boolean {
  return [...element.querySelectorAll('form')].some((form) => window.earlyPresses?.has(form))
}
