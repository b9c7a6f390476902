import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { Camera, Lock, Upload } from 'lucide-react'
import type { ComponentProps } from 'react'
import { loggedUser } from '#features/auth'
import { ButtonLink } from '#ui/controls/button.tsx'

const ways = { scan: { to: paths.capture, Icon: Camera }, upload: { to: paths.upload, Icon: Upload } }

type AddReceiptLinkProps = Pick<ComponentProps<typeof ButtonLink>, 'size' | 'variant' | 'children'> & {
  by: keyof typeof ways
}

/** A way to add a receipt; without a plan it shows a lock and leads to the offer of one. */
export function AddReceiptLink({ by, children, ...look }: AddReceiptLinkProps) {
  const { data: user } = useQuery(loggedUser)
  const isLocked = user?.unlocked.includes(by) === false
  const { to, Icon } = ways[by]
  return (
    <ButtonLink to={to} icon={isLocked ? Lock : Icon} {...look}>
      {children}
      {isLocked && <span className="sr-only"> (locked)</span>}
    </ButtonLink>
  )
}
