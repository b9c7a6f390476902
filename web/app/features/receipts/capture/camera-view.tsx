import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Camera as CameraIcon, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { sizeProblem } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { StickyActions } from '../pending/sticky-actions.tsx'
import { type Camera, useCamera } from './camera.ts'
import { SystemCamera } from './system-camera.tsx'
import { takePhoto } from './take-photo.ts'

/** The live camera with its controls, or the phone's own camera if that's unavailable. */
export function CameraView({ onPhoto }: { onPhoto: (photo: File, problem?: string) => void }) {
  const camera = useCamera()
  const { data: rules } = useQuery(uploadRules)
  const [isCapturing, setIsCapturing] = useState(false)
  const isUnavailable = camera.status === 'unavailable'

  const capture = async () => {
    const video = camera.video.current
    if (!video) return
    setIsCapturing(true)
    try {
      onPhoto(await takePhoto(video, rules?.maxBytes ?? Infinity))
    } catch {
      toast.error('We couldn’t take a photo. Please try again.')
    } finally {
      setIsCapturing(false)
    }
  }
  return (
    <div className="grid gap-3">
      {isUnavailable ? <CameraUnavailable onRetry={camera.retry} /> : <Viewfinder camera={camera} />}
      {!isUnavailable && (
        <StickyActions>
          <Button
            wide
            size="large"
            icon={<CameraIcon className="size-5" aria-hidden="true" />}
            disabled={camera.status !== 'live'}
            busy={isCapturing && 'Capturing…'}
            onClick={() => void capture()}
          >
            Capture
          </Button>
        </StickyActions>
      )}
      {/* One for both cases: a photo being picked must not be lost if the camera disconnects meanwhile. */}
      <SystemCamera onPhoto={(photo) => onPhoto(photo, sizeProblem(photo, rules))} isMain={isUnavailable} />
    </div>
  )
}

function Viewfinder({ camera }: { camera: Camera }) {
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
          aria-pressed={torch.isOn}
          onClick={torch.toggle}
          className="absolute top-2 right-2 bg-sheet"
        >
          {torch.isOn ? <FlashlightOff className="size-5" /> : <Flashlight className="size-5" />}
        </IconButton>
      )}
    </div>
  )
}

function CameraUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{receiptTexts.noCamera}</p>
      <p className="mt-1">
        Allow camera access in your browser&rsquo;s settings and try again, or take the photo with your
        phone&rsquo;s camera app.
      </p>
      <Button variant="secondary" onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Notice>
  )
}
