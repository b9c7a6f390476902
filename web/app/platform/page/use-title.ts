import { useEffect } from 'react'

/** Sets the document's title to the screen's subject, once that's known. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = document.title.replace(/^.*(?= · )/, name)
  }, [name])
}
