import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Check } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'
import { landmark } from '#ui/layout/landmark.ts'

type MenuProps = { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }

export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  return (
    // Not modal, so that a click elsewhere closes the menu and does what it was meant to do.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark()}>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-md border border-line bg-sheet p-1.5 shadow-sheet data-[state=open]:animate-rise"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemLook = classNames(
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none select-none',
  'data-highlighted:bg-leaf-tint data-highlighted:text-leaf-deep',
  'data-disabled:pointer-events-none data-disabled:opacity-50',
)

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  onSelect: () => void
  tone?: 'plain' | 'danger'
  disabled?: boolean
}

export function MenuItem({ children, icon, onSelect, tone = 'plain', disabled }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={classNames(
        itemLook,
        tone === 'danger' && 'text-clay-deep data-highlighted:bg-clay-tint data-highlighted:text-clay-deep',
      )}
      disabled={disabled ?? false}
      onSelect={onSelect}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemLook}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
}

type MenuChoicesProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: MenuChoicesProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-soft">
        {label}
      </DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={itemLook}>
          {choice.icon}
          {choice.label}
          <DropdownMenu.ItemIndicator className="ml-auto">
            <Check className="size-4.5" aria-hidden="true" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
