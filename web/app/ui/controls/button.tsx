import type { ComponentProps, ComponentType } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '#ui/layout/class-names.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'

export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>

type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'medium' | 'large' | 'small'
  wide?: boolean
  icon?: Icon | undefined
  /** Instead of the size that fits the button. */
  iconClassName?: string
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> &
  ButtonLook & {
    type?: 'button' | 'submit' | 'reset'
    /** Replaces the label while the button's action runs: `Saving…`. */
    busy?: string | false | undefined
  }

const variants = {
  primary: 'bg-leaf text-on-leaf shadow-sheet hover:bg-leaf-deep',
  secondary: 'border border-edge bg-sheet text-ink hover:border-leaf hover:text-leaf-deep',
  quiet: 'text-leaf-deep hover:bg-leaf-tint',
  danger: 'bg-clay text-on-clay shadow-sheet hover:bg-clay-deep',
}

const sizes = {
  small: 'min-h-11 gap-1.5 px-3 text-sm',
  medium: 'min-h-11 gap-2 px-4 text-[0.9375rem]',
  large: 'min-h-13 gap-2.5 px-6 text-base',
}

const iconSizes = { small: 'size-4', medium: 'size-4.5', large: 'size-5' }

/** The class names of a button, for another element that looks like one. */
export function buttonClassNames(
  { variant = 'primary', size = 'medium', wide }: ButtonLook,
  className?: string,
): string {
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

/** A button for an action; use `ButtonLink` for navigation. */
export function Button({
  variant,
  size,
  wide,
  icon: Icon,
  iconClassName = iconSizes[size ?? 'medium'],
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
      className={buttonClassNames({ variant, size, wide } as ButtonLook, className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <Spinner /> : Icon && <Icon className={iconClassName} aria-hidden="true" />}
      <span aria-live={busy === undefined ? undefined : 'polite'}>{isBusy ? busy : children}</span>
    </button>
  )
}

export function ButtonLink({
  variant,
  size,
  wide,
  icon: Icon,
  iconClassName = iconSizes[size ?? 'medium'],
  className,
  children,
  ...rest
}: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={buttonClassNames({ variant, size, wide } as ButtonLook, className)}>
      {Icon && <Icon className={iconClassName} aria-hidden="true" />}
      <span>{children}</span>
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  /** The accessible name. */
  label: string
  /** Otherwise its children. */
  icon?: Icon
  iconClassName?: string
}

/** A square button of one icon, at least 44 px. Disabled, it keeps the focus that it may have. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon: Icon,
    iconClassName = 'size-5',
    className,
    disabled,
    onClick,
    children,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-soft transition-colors duration-150',
        'hover:bg-leaf-tint hover:text-ink aria-disabled:pointer-events-none aria-disabled:opacity-45',
        className,
      )}
    >
      {Icon ? <Icon className={iconClassName} aria-hidden="true" /> : children}
    </button>
  )
}
