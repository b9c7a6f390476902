import type { MouseEvent } from 'react'

/** A click handler for buttons that make room for another one: the second click of a double click isn't meant for that. */
export function onFirstClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act()
  }
}
