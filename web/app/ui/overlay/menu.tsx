import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { Icon } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { landmark } from './landmark.ts'

export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  // Found as it opens, not on each render: in another container the menu would be a new one, and closed.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    // Not modal, so that a click elsewhere closes the menu and still works.
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && setContainer(landmark())}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            'z-50 min-w-48 rounded-md border border-line bg-sheet p-1.5 shadow-sheet data-[state=open]:animate-rise',
            'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto overscroll-contain',
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export const itemClassNames = classNames(
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none select-none',
  'data-highlighted:bg-leaf-tint data-highlighted:text-leaf-deep',
)

type MenuItemProps = {
  children: ReactNode
  icon?: Icon
  onSelect: () => void
  tone?: 'plain' | 'danger'
  className?: string
}

export function MenuItem({ children, icon: Icon, onSelect, tone = 'plain', className }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={classNames(
        itemClassNames,
        tone === 'danger' && 'text-clay-deep data-highlighted:bg-clay-tint data-highlighted:text-clay-deep',
        className,
      )}
      onSelect={onSelect}
    >
      {Icon && <Icon className="size-4.5" aria-hidden="true" />}
      {children}
    </DropdownMenu.Item>
  )
}

type MenuLinkProps = Pick<LinkProps, 'to' | 'state'> & {
  icon?: Icon
  iconClassName?: string
  children: ReactNode
}

export function MenuLink({ to, state, icon: Icon, iconClassName = 'size-4.5', children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} state={state as unknown} className={itemClassNames}>
        {Icon && <Icon className={iconClassName} aria-hidden="true" />}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
}
