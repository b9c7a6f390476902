import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Camera as CameraIcon, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { OwnCamera } from './system-camera.tsx'
import { takePicture } from './take-photo.ts'
import { type Camera, useCamera } from './camera.ts'
import { UploadActions } from '../pending/actions.tsx'
import { sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'

/** The live camera and its buttons; without one, the way on. */
export function CameraView({ onPhoto }: { onPhoto: (photo: File, problem?: string) => void }) {
  const camera = useCamera()
  const { data: rules } = useQuery(uploadRules)
  const [isTaking, setIsTaking] = useState(false)
  const isMissing = camera.status === 'missing'

  const capture = async () => {
    const video = camera.video.current
    if (!video) return
    setIsTaking(true)
    try {
      onPhoto(await takePicture(video, rules?.maxBytes ?? Infinity))
    } catch {
      toast.error('The camera gave no picture. Please try again.')
    } finally {
      setIsTaking(false)
    }
  }
  return (
    <div className="grid gap-3">
      {isMissing ? <NoCamera onRetry={camera.tryAgain} /> : <Finder camera={camera} />}
      {!isMissing && (
        <UploadActions>
          <Button
            wide
            size="large"
            icon={<CameraIcon className="size-5" aria-hidden="true" />}
            disabled={camera.status !== 'live'}
            busy={isTaking && 'Capturing…'}
            onClick={() => void capture()}
          >
            Capture
          </Button>
        </UploadActions>
      )}
      {/* One for both cases: what somebody is choosing must not get lost when the camera goes away meanwhile. */}
      <OwnCamera onPhoto={(photo) => onPhoto(photo, sizeProblem(photo, rules))} isMain={isMissing} />
    </div>
  )
}

function Finder({ camera }: { camera: Camera }) {
  const { video, status, facing, switchFacing, torch } = camera
  return (
    <div className="relative grid h-[calc(100dvh-25rem)] min-h-64 place-items-center overflow-hidden rounded-lg border border-line bg-well lg:h-[60dvh]">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={facing === 'user' ? 'Front camera' : 'Back camera'}
        className="absolute inset-0 size-full object-contain"
      />
      {status === 'starting' && <Spinner label="Starting the camera" size="large" />}
      <Button
        variant="secondary"
        icon={<SwitchCamera className="size-5" aria-hidden="true" />}
        onClick={switchFacing}
        className="absolute top-2 left-2"
      >
        Switch Camera
      </Button>
      {torch && (
        <IconButton
          label="Torch"
          aria-pressed={torch.isLit}
          onClick={torch.toggle}
          className="absolute top-2 right-2 bg-sheet"
        >
          {torch.isLit ? <FlashlightOff className="size-5" /> : <Flashlight className="size-5" />}
        </IconButton>
      )}
    </div>
  )
}

function NoCamera({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{receiptTexts.noCamera}</p>
      <p className="mt-1">
        Allow the camera for this site in the browser&rsquo;s settings and try again, or take the photo with
        your phone&rsquo;s own camera.
      </p>
      <Button variant="secondary" onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Notice>
  )
}
