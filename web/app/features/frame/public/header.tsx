import { paths } from '@docketbox/contract/core/paths'
import { Menu, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { homePath, useSession } from '#platform/session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Brand } from '../brand.tsx'
import { type Section, useSectionLink } from './sections.ts'

const MENU_ID = 'site-menu'
/** Opens the menu where the browser has no popovers: iPhones that can't get iOS 17. */
const OPEN = 'data-open'

/** Fixed at the top of the public site. The phone's menu is a native popover, which works without script. */
export function PublicHeader() {
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const initialKey = useRef(key)

  // Not on arrival: the menu may have been opened before hydration.
  useEffect(() => {
    if (initialKey.current === key) return
    initialKey.current = key
    close(menu.current)
  }, [key])

  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper/95 backdrop-blur print:hidden">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Brand />
        <nav aria-label="Main" className="hidden md:block">
          <Items className="flex gap-1" itemClassName="px-2 whitespace-nowrap lg:px-3" />
        </nav>
        <div className="hidden items-center gap-1 whitespace-nowrap md:flex">
          <AccountLinks loginVariant="quiet" />
        </div>
        <button
          type="button"
          popoverTarget={MENU_ID}
          onClick={() => {
            if (!hasPopovers()) menu.current?.toggleAttribute(OPEN)
          }}
          aria-label="Menu"
          className="grid size-11 place-items-center rounded-md md:hidden"
        >
          <Menu className="size-6 in-[:has(:popover-open)]:hidden" aria-hidden="true" />
          <X className="hidden size-6 in-[:has(:popover-open)]:block" aria-hidden="true" />
        </button>
      </div>
      <PhoneMenu ref={menu} />
    </header>
  )
}

function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype
}

function close(menu: HTMLElement | null): void {
  if (!hasPopovers()) menu?.removeAttribute(OPEN)
  else if (menu?.matches(':popover-open')) menu.hidePopover()
}

function PhoneMenu({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={ref}
      id={MENU_ID}
      popover="auto"
      className="inset-x-0 top-16 bottom-auto m-0 w-full border-b border-line bg-paper p-4 text-ink shadow-sheet md:hidden"
    >
      <nav aria-label="Main">
        <Items className="grid" itemClassName="px-3 text-lg" onFollow={() => close(ref.current)} />
      </nav>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <AccountLinks loginVariant="secondary" />
      </div>
    </div>
  )
}

/** Log in and Sign up, or the dashboard for users who are logged in. */
function AccountLinks({ loginVariant }: { loginVariant: 'quiet' | 'secondary' }) {
  const session = useSession()
  if (session) {
    return (
      <ButtonLink to={homePath(session)} className="col-span-2">
        Dashboard
      </ButtonLink>
    )
  }
  return (
    <>
      <ButtonLink to={paths.login} variant={loginVariant}>
        Log in
      </ButtonLink>
      <ButtonLink to={paths.register}>Sign up</ButtonLink>
    </>
  )
}

const sections: { section: Section; label: string }[] = [
  { section: 'home', label: 'Home' },
  { section: 'about', label: 'About' },
  { section: 'how-it-works', label: 'How it works' },
]

type ItemsProps = { className: string; itemClassName: string; onFollow?: () => void }

function Items({ className, itemClassName, onFollow }: ItemsProps) {
  const { pathname } = useLocation()
  // Prerendered under a path with a trailing slash.
  const isLodgement = /^\/lodgement\/?$/.test(pathname)
  return (
    <ul className={className}>
      {sections.map(({ section, label }) => (
        <li key={section}>
          <SectionItem
            section={section}
            isActive={section === 'home' && pathname === paths.home}
            {...{ itemClassName, onFollow }}
          >
            {label}
          </SectionItem>
        </li>
      ))}
      <li>
        <Link
          to={paths.lodgement}
          aria-current={isLodgement ? 'page' : undefined}
          className={itemClassNames(isLodgement, itemClassName)}
          onClick={onFollow}
        >
          Deductions
        </Link>
      </li>
    </ul>
  )
}

type SectionItemProps = {
  section: Section
  isActive: boolean
  itemClassName: string
  onFollow: (() => void) | undefined
  children: string
}

function SectionItem({ section, isActive, itemClassName, onFollow, children }: SectionItemProps) {
  const { href, onClick } = useSectionLink(section)
  return (
    <a
      href={href}
      aria-current={isActive ? 'page' : undefined}
      className={itemClassNames(isActive, itemClassName)}
      onClick={(event) => {
        onFollow?.()
        onClick(event)
      }}
    >
      {children}
    </a>
  )
}

function itemClassNames(isActive: boolean, itemClassName: string): string {
  return classNames(
    'flex min-h-11 items-center rounded-md font-medium hover:bg-leaf-tint',
    isActive && 'text-leaf-deep underline decoration-wattle decoration-3 underline-offset-6',
    itemClassName,
  )
}
