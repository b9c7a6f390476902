import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'

/** Takes a photo with the phone's camera app, or picks one, through a file input. */
export function SystemCamera({ onPhoto, isMain }: { onPhoto: (photo: File) => void; isMain: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Photo"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const photo = target.files?.[0]
          if (photo) onPhoto(photo)
          target.value = ''
        }}
      />
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size="large"
        wide={isMain}
        className={isMain ? '' : 'shrink-0 max-sm:gap-0 max-sm:px-4'}
        icon={<ImagePlus className="size-5" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        <span className={isMain ? undefined : 'sr-only sm:not-sr-only'}>
          {isMain ? 'Take or choose a photo' : 'Choose a photo'}
        </span>
      </Button>
    </>
  )
}
