import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '#ui/layout/class-names.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'medium' | 'large' | 'small'
  /** Takes the whole width of its place. */
  wide?: boolean
  icon?: ReactNode
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> &
  Look & {
    type?: 'button' | 'submit' | 'reset'
    /** What the button is doing, shown instead of its label while it does it: `Saving…`. */
    busy?: string | false | undefined
  }

const variants = {
  primary: 'bg-leaf text-on-leaf shadow-sheet hover:bg-leaf-deep',
  secondary: 'border border-edge bg-sheet text-ink hover:border-leaf hover:text-leaf-deep',
  quiet: 'text-leaf-deep hover:bg-leaf-tint',
  danger: 'bg-clay text-on-clay shadow-sheet hover:bg-clay-deep',
}

const sizes = {
  small: 'min-h-9 gap-1.5 px-3 text-sm',
  medium: 'min-h-11 gap-2 px-4 text-[0.9375rem]',
  large: 'min-h-13 gap-2.5 px-6 text-base',
}

function look({ variant = 'primary', size = 'medium', wide }: Look, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center rounded-md font-semibold select-none forced-colors:border',
    'transition-[background-color,border-color,color,translate] duration-150 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-default',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  )
}

/** A button that does something here. One that leads elsewhere is a `ButtonLink`. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBusy = typeof busy === 'string'
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size, wide } as Look, className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <Spinner /> : icon}
      <span aria-live={busy === undefined ? undefined : 'polite'}>{isBusy ? busy : children}</span>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={look({ variant, size, wide } as Look, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  /** Says what the button does; the icon alone does not. */
  label: string
}

/** A square button of one icon, at least 44 px. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-soft transition-colors duration-150',
        'hover:bg-leaf-tint hover:text-ink disabled:pointer-events-none disabled:opacity-45',
        className,
      )}
    >
      {children}
    </button>
  )
}
