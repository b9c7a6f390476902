import { Camera, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'

/** Chooses one of the phone's photos or, as `isMain`, also takes one with its camera app. */
export function SystemCamera({ onPhoto, isMain }: { onPhoto: (photo: File) => void; isMain: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const open = ({ isTaking }: { isTaking: boolean }) => {
    // With `capture`, phones open the camera and don't offer the photos they have.
    if (isTaking) input.current?.setAttribute('capture', 'environment')
    else input.current?.removeAttribute('capture')
    input.current?.click()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Photo"
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const photo = target.files?.[0]
          if (photo) onPhoto(photo)
          target.value = ''
        }}
      />
      {isMain && (
        <Button
          size="large"
          wide
          className="pointer-fine:hidden"
          icon={<Camera className="size-5" aria-hidden="true" />}
          onClick={() => open({ isTaking: true })}
        >
          Take a photo
        </Button>
      )}
      <Button
        variant="secondary"
        size="large"
        wide={isMain}
        className={isMain ? undefined : 'shrink-0 max-sm:gap-0 max-sm:px-4'}
        icon={<ImagePlus className="size-5" aria-hidden="true" />}
        onClick={() => open({ isTaking: false })}
      >
        <span className={isMain ? undefined : 'sr-only sm:not-sr-only'}>Choose a photo</span>
      </Button>
    </>
  )
}
