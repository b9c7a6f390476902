import type { ReactNode, Ref } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'

type NoticeProps = {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** `alert` reads it out when it appears. */
  role?: 'alert'
  children: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}

const tones = {
  info: { look: 'border-sky/40 bg-sky-tint text-sky-deep', Icon: Info },
  success: { look: 'border-leaf/40 bg-leaf-tint text-leaf-deep', Icon: CircleCheck },
  warning: { look: 'border-wattle/60 bg-wattle-tint text-wattle-deep', Icon: TriangleAlert },
  danger: { look: 'border-clay/40 bg-clay-tint text-clay-deep', Icon: CircleAlert },
}

/** A message that stays on the screen; brief ones belong in a toast. */
export function Notice({ tone = 'info', role, children, className, ref }: NoticeProps) {
  const { look, Icon } = tones[tone]
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={ref ? -1 : undefined}
      className={classNames('flex gap-3 rounded-md border px-4 py-3 text-sm', look, className)}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A problem, read out when it appears. Renders nothing without one. */
export function ErrorNotice({ children, className }: Pick<NoticeProps, 'children' | 'className'>) {
  if (!children) return null
  return (
    <Notice tone="danger" role="alert" {...(className && { className })}>
      {children}
    </Notice>
  )
}
