import { Camera, ImagePlus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { usePhotoInput } from '#ui/fields/take-photo.tsx'

/** Chooses one of the phone's photos or, as `isMain`, also takes one with its camera app. */
export function SystemCamera({ onPhoto, isMain }: { onPhoto: (photo: File) => void; isMain: boolean }) {
  const { input, open } = usePhotoInput(onPhoto)
  return (
    <>
      {input}
      {isMain && (
        <Button
          size="large"
          wide
          className="pointer-fine:hidden"
          icon={Camera}
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
        icon={ImagePlus}
        onClick={() => open({ isTaking: false })}
      >
        <span className={isMain ? undefined : 'sr-only sm:not-sr-only'}>Choose a photo</span>
      </Button>
    </>
  )
}
