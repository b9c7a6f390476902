import { paths } from '@docketbox/contract/core/paths'
import { MB_BYTES } from '@docketbox/contract/core/units'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { Camera as CameraIcon, Flashlight, FlashlightOff, SwitchCamera, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink, IconButton } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Page } from '#ui/layout/page.tsx'
import { sizeProblem } from '../../pending/limits.ts'
import { uploadRules } from '../../pending/queries.ts'
import { type Camera, useCamera } from './camera.ts'
import { FocusArea } from './focus-area.tsx'
import { LiveOutline } from './live-outline.tsx'
import { SystemCamera } from './system-camera.tsx'
import { takePhoto } from './take-photo.ts'

/** Half of what operators usually accept: without a connection, the limit may not be known. */
const SAFE_BYTES = 10 * MB_BYTES

/** Without a warning, not even undefined, the photo is still to be judged. */
export type PhotoNotes = { problem?: string | undefined; warning?: string | undefined }

type CameraViewProps = {
  title: string
  onPhoto: (photo: File, notes: PhotoNotes) => void
  /** Returns to the receipt that a page is added to, or whose photo is retaken. */
  back: { label: string; onPress: () => void } | undefined
  /** Called as the camera is closed. Without it, `back` is the only way. */
  onClose: (() => void) | undefined
  /** Notices above the picture. */
  children: ReactNode
}

/** On a phone the camera has the whole screen. With very large text, only the picture and the buttons have room. */
const fullScreenClass =
  'max-lg:@container max-lg:fixed max-lg:@max-[18rem]:[&_h1]:sr-only max-lg:inset-0 max-lg:z-40 max-lg:max-w-none max-lg:grid-rows-[auto_minmax(0,1fr)] max-lg:gap-2 max-lg:bg-paper max-lg:px-4 max-lg:pt-[max(0.5rem,env(safe-area-inset-top))] max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))]'

/** The live camera with its controls, or the phone's own camera if that's unavailable. */
export function CameraView({ title, onPhoto, back, onClose, children }: CameraViewProps) {
  const camera = useCamera()
  const { data: rules } = useQuery(uploadRules)
  const [isCapturing, setIsCapturing] = useState(false)
  const isUnavailable = camera.status === 'unavailable'

  const capture = async () => {
    const video = camera.video.current
    if (!video) return
    setIsCapturing(true)
    try {
      const { photo, warning } = await takePhoto(video, rules?.maxBytes ?? SAFE_BYTES)
      onPhoto(photo, { warning })
    } catch {
      toast.error('We couldn’t take a photo. Please try again.')
    } finally {
      setIsCapturing(false)
    }
  }
  return (
    <Page
      width="form"
      title={title}
      className={isUnavailable ? '' : fullScreenClass}
      actions={
        <div className="flex">
          {back && (
            // The photo would be added or replace the old one anyway.
            <Button variant="quiet" disabled={isCapturing} onClick={back.onPress} className="max-sm:px-3">
              {back.label}
            </Button>
          )}
          {(onClose || !back) && (
            <ButtonLink
              variant="quiet"
              to={paths.dashboard}
              icon={X}
              iconClassName="size-5"
              onClick={onClose}
              className={back && 'max-sm:px-3'}
            >
              <span className={back && 'max-sm:sr-only'}>Close</span>
            </ButtonLink>
          )}
        </div>
      }
    >
      <div
        data-full-screen={isUnavailable ? undefined : 'camera'}
        className={isUnavailable ? 'grid gap-3' : 'flex min-h-0 flex-col gap-2'}
      >
        {/* However many there are, the picture has room. */}
        <div
          className={
            isUnavailable
              ? 'contents'
              : '-mx-1 grid shrink-0 gap-2 overflow-y-auto px-1 empty:hidden max-lg:max-h-[30dvh]'
          }
        >
          {children}
        </div>
        {isUnavailable ? (
          <CameraUnavailable isBlank={camera.isBlank} onRetry={camera.retry} />
        ) : (
          <Viewfinder camera={camera} isCapturing={isCapturing} />
        )}
        <div className={isUnavailable ? 'grid gap-3' : 'flex flex-wrap gap-3'}>
          {/* One for both cases: a photo being picked must not be lost if the camera disconnects meanwhile. */}
          <SystemCamera
            onPhoto={(photo) => onPhoto(photo, { problem: sizeProblem(photo, rules) })}
            isMain={isUnavailable}
          />
          {!isUnavailable && (
            <Button
              size="large"
              className="grow basis-40"
              icon={CameraIcon}
              disabled={camera.status !== 'live'}
              busy={isCapturing && 'Capturing…'}
              onClick={() => void capture()}
            >
              Capture
            </Button>
          )}
        </div>
      </div>
    </Page>
  )
}

function Viewfinder({ camera, isCapturing }: { camera: Camera; isCapturing: boolean }) {
  const { video, status, facing, switchFacing, torch, focusAt } = camera
  return (
    <div className="relative -mx-4 grid min-h-0 grow place-items-center overflow-hidden bg-well lg:mx-0 lg:h-[60dvh] lg:grow-0 lg:rounded-lg lg:border lg:border-line">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={facing === 'user' ? 'Front camera' : 'Back camera'}
        className="absolute inset-0 size-full object-contain"
      />
      {status === 'live' && !isCapturing && <LiveOutline video={video} />}
      {focusAt && <FocusArea video={video} focusAt={focusAt} />}
      {status === 'starting' && <Spinner label="Starting the camera" size="large" />}
      <Button
        variant="secondary"
        icon={SwitchCamera}
        iconClassName="size-5"
        onClick={switchFacing}
        className="absolute top-2 left-2 @max-[18rem]:gap-0 @max-[18rem]:px-4"
      >
        <span className="@max-[18rem]:sr-only">Switch Camera</span>
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

function CameraUnavailable({ isBlank, onRetry }: { isBlank: boolean; onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">
        {isBlank ? 'The camera isn’t showing a picture.' : receiptTexts.noCamera}
      </p>
      <p className="mt-1">
        {isBlank
          ? 'Allow the camera if your browser asks, and close other apps that use it. Then try again.'
          : 'Allow camera access in your browser’s settings and try again.'}{' '}
        You can also add a photo below.
      </p>
      <Button variant="secondary" onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Notice>
  )
}
