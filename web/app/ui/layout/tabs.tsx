import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** The tab shown first; the first one by default. */
  initial?: string
}

export function Tabs({ label, tabs, initial }: TabsProps) {
  const [shown, setShown] = useState(initial ?? tabs[0]?.value ?? '')
  return (
    <Radix.Root value={shown} onValueChange={setShown}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
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
