import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { chooseTheme, type Theme, useTheme } from '#platform/document/theme.ts'

export const themes = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies { value: Theme; label: string; Icon: unknown }[]

export function ThemeSwitch() {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className="inline-flex justify-self-start rounded-full border border-line p-0.5 noscript:hidden">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="grid h-11 min-w-11 cursor-pointer place-items-center rounded-full px-2.5 text-soft transition-colors duration-150 hover:text-ink has-checked:bg-leaf-tint has-checked:text-leaf-deep has-focus-visible:outline-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="sr-only"
          />
          <Icon className="size-4.5" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
