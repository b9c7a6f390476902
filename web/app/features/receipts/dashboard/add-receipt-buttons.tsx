import type { Feature } from '@docketbox/contract/subscriptions/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { Camera, Lock, Upload } from 'lucide-react'
import { ButtonLink } from '#ui/controls/button.tsx'

/** The two ways to add a receipt; without a plan they show a lock and lead to the offer of one. */
export function AddReceiptButtons({ features }: { features: readonly Feature[] | undefined }) {
  const isLocked = (feature: Feature) => features !== undefined && !features.includes(feature)
  const ScanIcon = isLocked('scan') ? Lock : Camera
  const UploadIcon = isLocked('upload') ? Lock : Upload
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
      <ButtonLink to={paths.capture} size="large" icon={<ScanIcon className="size-5" aria-hidden="true" />}>
        Scan{isLocked('scan') && <span className="sr-only"> (locked)</span>}
      </ButtonLink>
      <ButtonLink
        to={paths.upload}
        size="large"
        variant="secondary"
        icon={<UploadIcon className="size-5" aria-hidden="true" />}
      >
        Upload{isLocked('upload') && <span className="sr-only"> (locked)</span>}
      </ButtonLink>
    </div>
  )
}
