import { useEffect } from 'react'

/** Names the document after what the screen shows, once that's known. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = document.title.replace(/^.*(?= · )/, name)
  }, [name])
}
