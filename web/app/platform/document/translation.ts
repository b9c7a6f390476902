/** Texts that the browser has replaced with their translation, and the other way round. */
const translations = new WeakMap<Node, Element>()
const originals = new WeakMap<Node, Text>()

/**
 * Lets the browser translate the page. Chrome and Edge replace each text with a `<font>`, but React keeps the text it made:
 * it would fail to remove it, and changes wouldn't be seen (https://github.com/facebook/react/issues/11538). So before
 * React changes a translated text, it's put back, with those beside it, and the browser translates it again.
 */
export function allowTranslation(): void {
  let isTranslated = false
  const observer = new MutationObserver((changes) => {
    for (const change of changes) {
      for (const text of change.removedNodes) {
        if (!(text instanceof Text) || text.isConnected || !noteTranslation(text, change)) continue
        if (!isTranslated) putBackBeforeChanges()
        isTranslated = true
      }
    }
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Notes which element has replaced a text. @returns whether one has. */
function noteTranslation(text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): boolean {
  const font = [...addedNodes, previousSibling, nextSibling].find(
    (node) => node?.nodeName === 'FONT' && !originals.has(node),
  )
  if (!font) return false
  translations.set(text, font as Element)
  originals.set(font, text)
  return true
}

/** Puts the translated texts of an element back. */
function putBack(parent: Node | null | undefined): void {
  for (const node of parent?.childNodes ?? []) {
    const text = originals.get(node)
    if (!text) continue
    parent!.replaceChild(text, node)
    translations.delete(text)
    originals.delete(node)
  }
}

/** Changes how nodes are removed, inserted and changed on a page that has been translated. */
function putBackBeforeChanges(): void {
  const { prototype } = Node
  // oxlint-disable-next-line typescript/unbound-method -- called with their nodes
  const { removeChild, insertBefore } = prototype
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')!
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) putBack(this)
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (next && next.parentNode !== this) putBack(this)
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(translations.get(this)?.parentNode)
      nodeValue.set!.call(this, value)
    },
  })
}
