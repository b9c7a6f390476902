import { Ellipsis, Keyboard, Lock, LogOut } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { IconButton } from '#ui/controls/button.tsx'
import { classNames } from './class-names.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlay/menu.tsx'
import { shellFrame } from './shell-frame.ts'
import { SkipLink } from './navigation/skip-link.tsx'
import { ThemeMenuItems } from '#ui/theme/menu.tsx'
import { ThemeSwitch } from '#ui/theme/switch.tsx'

export type ShellItem = {
  to: string
  label: string
  icon: ComponentType<{ className?: string }>
  /** Current only on exactly this path, not below it. */
  isExact?: boolean
  /** Which paths it's current on, where that isn't its own and those below it. */
  isCurrentAt?: (pathname: string) => boolean
  /** How many things wait there. */
  count?: number | undefined
  /** Makes the item locked: it shows a lock, and pressing it calls this instead of navigating. */
  onLocked?: (() => void) | undefined
}

type AppShellProps = {
  brand: ReactNode
  /** In the order of the sidebar. */
  items: readonly ShellItem[]
  /** The paths of the items in the phone's bar, in its order; the middle one of five stands out. The others are in a menu. */
  bar: readonly string[]
  /** More items for the phone's menu. */
  menu?: readonly ShellItem[]
  /** At the bottom of the sidebar. */
  aside?: ReactNode
  /** Beside the theme. */
  shortcuts?: ReactNode
  /** Shows them from the phone's menu: it may have a keyboard, or be controlled by voice. */
  onShortcuts: () => void
  /** At the bottom of every screen. */
  footer: ReactNode
  onSignOut: () => void
  children: ReactNode
}

/** The frame of every signed-in screen: a sidebar on wide screens, a bar at the bottom on phones. */
export function AppShell({
  brand,
  items,
  bar,
  menu = [],
  aside,
  shortcuts,
  onShortcuts,
  footer,
  onSignOut,
  children,
}: AppShellProps) {
  const inBar = bar.flatMap((to) => items.filter((item) => item.to === to))
  const inMenu = [...items.filter(({ to }) => !bar.includes(to)), ...menu]
  return (
    <div className={shellFrame.whole}>
      <SkipLink />
      <aside className={shellFrame.sidebar}>
        <div className="px-2">{brand}</div>
        <nav aria-label="Main" className="grid">
          {items.map((item) => (
            <SideItem key={item.to} item={item} />
          ))}
          <button
            type="button"
            onClick={onSignOut}
            className={classNames(sideItemClassNames, 'hover:bg-leaf-tint')}
          >
            <LogOut className="size-5" aria-hidden="true" />
            Log out
          </button>
        </nav>
        <div className="mt-auto grid gap-4">
          {aside}
          <div className="flex items-center justify-between">
            <ThemeSwitch />
            {shortcuts}
          </div>
        </div>
      </aside>

      <header className={shellFrame.header}>
        {brand}
        <Menu trigger={<IconButton icon={Ellipsis} label="More" />}>
          {inMenu.map(({ to, label, icon: Icon }) => (
            <MenuLink key={to} to={to} icon={Icon}>
              {label}
            </MenuLink>
          ))}
          <ThemeMenuItems />
          <MenuSeparator />
          <MenuItem className="pointer-coarse:hidden" icon={Keyboard} onSelect={onShortcuts}>
            Keyboard shortcuts
          </MenuItem>
          <MenuItem icon={LogOut} onSelect={onSignOut}>
            Log out
          </MenuItem>
        </Menu>
      </header>

      <div className={shellFrame.content}>
        <main id="content" tabIndex={-1} className="grow pb-12 outline-none print:pb-0">
          {children}
        </main>
        <footer className="print:hidden">{footer}</footer>
      </div>

      <nav aria-label="Main" className={shellFrame.bar}>
        <ul className="mx-auto grid max-w-md auto-cols-fr grid-flow-col">
          {inBar.map((item, index) => (
            <li key={item.to} className="grid">
              <BarItem item={item} isMain={inBar.length === 5 && index === 2} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const sideItemClassNames =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-left text-[0.9375rem] font-medium text-ink transition-colors duration-150'

function SideItem({ item }: { item: ShellItem }) {
  const { label, icon: Icon, onLocked } = item
  return (
    <ItemLink
      item={item}
      className={sideItemClassNames}
      active="bg-leaf-tint font-semibold text-leaf-deep"
      inactive="hover:bg-leaf-tint"
    >
      <Icon className="size-5" aria-hidden="true" />
      {label}
      <CountMark count={item.count} className="ml-auto" />
      {onLocked && <LockMark />}
    </ItemLink>
  )
}

function BarItem({ item, isMain }: { item: ShellItem; isMain: boolean }) {
  const { label, onLocked } = item
  const Icon = onLocked ? Lock : item.icon
  return (
    <ItemLink
      item={item}
      // Very large text shrinks, so that the longest label fits its fifth of a narrow screen.
      className="flex min-h-16 flex-col items-center justify-center gap-1 text-[length:min(0.6875rem,3.75vw)] leading-4 font-semibold"
      active="text-leaf-deep"
      inactive="text-soft"
    >
      <span
        className={
          isMain ? '-my-1 grid size-11 place-items-center rounded-full bg-leaf text-on-leaf' : 'relative'
        }
      >
        <Icon className="size-5.5" aria-hidden="true" />
        <CountMark count={item.count} className="absolute -top-1.5 left-3.5" />
      </span>
      {label}
      {onLocked && <span className="sr-only"> (locked)</span>}
    </ItemLink>
  )
}

type ItemLinkProps = {
  item: ShellItem
  className: string
  active: string
  inactive: string
  children: ReactNode
}

function ItemLink({ item, className, active, inactive, children }: ItemLinkProps) {
  const { to, isExact = false, isCurrentAt, onLocked } = item
  const { pathname } = useLocation()
  const isBelow = !isExact && pathname.startsWith(`${to}/`)
  const isCurrent = isCurrentAt?.(pathname) ?? (pathname === to || isBelow)
  if (onLocked) {
    return (
      <button type="button" onClick={onLocked} className={classNames(className, inactive, 'text-soft')}>
        {children}
      </button>
    )
  }
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(className, isCurrent ? active : inactive)}
    >
      {children}
    </Link>
  )
}

function CountMark({ count, className }: { count: number | undefined; className: string }) {
  if (!count) return null
  return (
    <span
      className={classNames(
        'figures grid h-5 min-w-5 place-items-center rounded-full bg-leaf px-1.5 text-2xs font-semibold text-on-leaf',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

function LockMark() {
  return (
    <span className="ml-auto grid size-5 place-items-center rounded-full border border-line bg-sheet text-ink">
      <Lock className="size-3" aria-hidden="true" />
      <span className="sr-only"> (locked)</span>
    </span>
  )
}
