import { chooseTheme, useTheme } from '#platform/page/theme.ts'
import { MenuChoices } from '#ui/overlay/menu.tsx'
import { themes } from './switch.tsx'

export function ThemeMenuItems() {
  const theme = useTheme()
  return (
    <MenuChoices
      label="Theme"
      value={theme}
      choices={themes.map(({ value, label, Icon }) => ({
        value,
        label,
        icon: <Icon className="size-4.5" aria-hidden="true" />,
      }))}
      onChange={chooseTheme}
    />
  )
}
