import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { chooseTheme, type Theme, useTheme } from '#platform/document/theme.ts'
import { itemClassNames } from '#ui/overlay/menu.tsx'
import { themes } from './switch.tsx'

export function ThemeMenuItems() {
  return (
    <DropdownMenu.RadioGroup value={useTheme()} onValueChange={(theme) => chooseTheme(theme as Theme)}>
      <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-soft">
        Theme
      </DropdownMenu.Label>
      {themes.map(({ value, label, Icon }) => (
        <DropdownMenu.RadioItem key={value} value={value} className={itemClassNames}>
          <Icon className="size-4.5" aria-hidden="true" />
          {label}
          <DropdownMenu.ItemIndicator className="ml-auto">
            <Check className="size-4.5" aria-hidden="true" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
