import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'

/** A button that opens the camera of a phone. Computers, whose pointer is fine, don't show it. */
export function TakePhoto({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        // Phones open the camera and don't offer the photos they have.
        capture="environment"
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
      <Button
        className="pointer-fine:hidden"
        icon={<Camera className="size-5" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Take a photo
      </Button>
    </>
  )
}
