import { Menu, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '#ui/forms/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Brand } from './brand.tsx'
import { type Section, useSectionLink } from './sections.ts'

const menuId = 'site-menu'

/** Fixed at the top of the public site. The phone's menu is the browser's own popover and needs no script. */
export function PublicHeader() {
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const opened = useRef(key)

  // Not on arrival: it may have been opened before the script came.
  useEffect(() => {
    if (opened.current === key) return
    opened.current = key
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }, [key])

  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper/95 backdrop-blur print:hidden">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Brand />
        <nav aria-label="Main" className="hidden md:block">
          <Items className="flex gap-1" look="px-2 whitespace-nowrap lg:px-3" />
        </nav>
        <div className="hidden items-center gap-1 whitespace-nowrap md:flex">
          <ButtonLink to="/login" variant="quiet">
            Login
          </ButtonLink>
          <ButtonLink to="/register">Sign up</ButtonLink>
        </div>
        <button
          type="button"
          popoverTarget={menuId}
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

function PhoneMenu({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={ref}
      id={menuId}
      popover="auto"
      className="inset-x-0 top-16 bottom-auto m-0 w-full border-b border-line bg-paper p-4 text-ink shadow-sheet md:hidden"
    >
      <nav aria-label="Main">
        <Items className="grid" look="px-3 text-lg" onFollow={() => ref.current?.hidePopover()} />
      </nav>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <ButtonLink to="/login" variant="secondary">
          Login
        </ButtonLink>
        <ButtonLink to="/register">Sign up</ButtonLink>
      </div>
    </div>
  )
}

type ItemsProps = { className: string; look: string; onFollow?: () => void }

function Items({ className, look, onFollow }: ItemsProps) {
  const { pathname } = useLocation()
  // Pages are built under an address with a slash at the end.
  const isLodgement = /^\/lodgement\/?$/.test(pathname)
  return (
    <ul className={className}>
      <li>
        <SectionItem section="home" isActive={pathname === '/'} {...{ look, onFollow }}>
          Home
        </SectionItem>
      </li>
      <li>
        <SectionItem section="about" {...{ look, onFollow }}>
          About
        </SectionItem>
      </li>
      <li>
        <SectionItem section="how-it-works" {...{ look, onFollow }}>
          How it works
        </SectionItem>
      </li>
      <li>
        <Link
          to="/lodgement"
          aria-current={isLodgement ? 'page' : undefined}
          className={itemLook(isLodgement, look)}
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
  isActive?: boolean
  look: string
  onFollow: (() => void) | undefined
  children: string
}

function SectionItem({ section, isActive = false, look, onFollow, children }: SectionItemProps) {
  const { href, onClick } = useSectionLink(section)
  return (
    <a
      href={href}
      aria-current={isActive ? 'page' : undefined}
      className={itemLook(isActive, look)}
      onClick={(event) => {
        onFollow?.()
        onClick(event)
      }}
    >
      {children}
    </a>
  )
}

function itemLook(isActive: boolean, look: string): string {
  return classNames(
    'flex min-h-11 items-center rounded-md font-medium hover:bg-leaf-tint',
    isActive && 'text-leaf-deep underline decoration-wattle decoration-3 underline-offset-6',
    look,
  )
}
