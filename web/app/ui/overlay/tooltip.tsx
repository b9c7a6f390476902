import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { landmark } from '#ui/layout/landmark.ts'

type TooltipProps = {
  text: ReactNode
  /** The element it belongs to; must be able to take the focus. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A word more on hover and focus. Never the only place where something is said. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={landmark()}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-[0.8125rem] text-paper shadow-sheet data-[state=delayed-open]:animate-fade-in"
          >
            {text}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
