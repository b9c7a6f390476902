/** The page's main landmark, which portals render into because content outside landmarks is hard to find. */
export function landmark(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.querySelector<HTMLElement>('#content')
}
