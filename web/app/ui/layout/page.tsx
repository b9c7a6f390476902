import type { ReactNode } from 'react'
import { type Back, BackLink } from './back-link.tsx'
import { classNames } from './class-names.ts'
import { PageHeading } from './page-heading.tsx'

const widths = {
  wide: 'w-full',
  full: 'w-full',
  form: 'mx-auto w-full max-w-2xl',
  message: 'mx-auto w-full max-w-md py-8',
}

type PageProps = {
  /** `wide` for lists and tables, `full` for a list with details beside it, `form` for one task, `message` for a result with one way on. */
  width?: keyof typeof widths
  title?: ReactNode
  back?: Back & { label: string }
  /** An introduction below the title. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A screen's title and content, in one width per type of screen. */
export function Page({ width = 'wide', title, back, lead, actions, className, children }: PageProps) {
  return (
    <div data-page={width} className={classNames('grid grid-cols-1 gap-6', widths[width], className)}>
      {title && (
        <div>
          {back && (
            <BackLink to={back.to} onBack={back.onBack}>
              {back.label}
            </BackLink>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <div className={classNames('min-w-0 grow', lead ? 'basis-72' : 'basis-48')}>
              <PageHeading>{title}</PageHeading>
              {lead && <p className="mt-1 max-w-prose text-soft">{lead}</p>}
            </div>
            {actions}
          </div>
        </div>
      )}
      {children}
    </div>
  )
}
