import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** Which tab is shown and how to change it, when its parent decides that too. */
  state?: readonly [shown: string, show: (value: string) => void]
}

export function Tabs({ label, tabs, state }: TabsProps) {
  const ownState = useState(tabs[0]?.value ?? '')
  const [shown, setShown] = state ?? ownState
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-state=active]')
    // Not `scrollIntoView`, which scrolls the page as well.
    if (active) list.current!.scrollLeft = active.offsetLeft + active.offsetWidth - list.current!.clientWidth
  }, [])
  return (
    <Radix.Root value={shown} onValueChange={setShown}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-[0.9375rem] font-medium whitespace-nowrap text-soft transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-leaf data-[state=active]:font-semibold data-[state=active]:text-leaf-deep"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        // Hidden tabs stay mounted to keep their input.
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          hidden={tab.value !== shown}
          className="pt-5"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
