import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'

/** A hidden input for a photo, to render, and how buttons open it. */
export function usePhotoInput(onPhoto: (photo: File) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={ref}
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
  )
  const open = ({ isTaking }: { isTaking: boolean }) => {
    // With `capture`, phones open the camera and don't offer the photos they have.
    if (isTaking) ref.current?.setAttribute('capture', 'environment')
    else ref.current?.removeAttribute('capture')
    ref.current?.click()
  }
  return { input, open }
}

/** A button that opens the camera of a phone. Computers, whose pointer is fine, don't show it. */
export function TakePhoto({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const { input, open } = usePhotoInput(onPhoto)
  return (
    <>
      {input}
      <Button
        className="pointer-fine:hidden"
        icon={Camera}
        iconClassName="size-5"
        onClick={() => open({ isTaking: true })}
      >
        Take a photo
      </Button>
    </>
  )
}
