/** Inside the page's main landmark, so that nothing lies outside of all landmarks. */
export function landmark(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.querySelector<HTMLElement>('#content')
}
