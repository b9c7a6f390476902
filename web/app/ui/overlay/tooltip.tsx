import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { landmark } from './landmark.ts'

type TooltipProps = {
  text: ReactNode
  /** A focusable element. */
  children: ReactNode
}

/** Extra text on hover and focus; nothing users can't do without. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={landmark()}>
          <Radix.Content
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
