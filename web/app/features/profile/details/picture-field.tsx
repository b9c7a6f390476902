import type { User } from '@docketbox/contract/core/identity'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { uploadPicture } from '../queries.ts'

type PictureFieldProps = {
  user: User
  isEditing: boolean
  /** The uri of an uploaded picture, or null for none. */
  onPicture: (uri: string | null) => void
}

/** The picture, and while editing a way to another one: it is uploaded at once and counts once the form is saved. */
export function PictureField({ user, isEditing, onPicture }: PictureFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(user.picture)
  const upload = useMutation({ mutationFn: uploadPicture, onSuccess: ({ uri }) => onPicture(uri) })

  useEffect(() => {
    return () => {
      if (shown?.startsWith('blob:')) URL.revokeObjectURL(shown)
    }
  }, [shown])

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setShown(URL.createObjectURL(file))
    upload.mutate(file)
  }
  function remove() {
    setShown(null)
    upload.reset()
    onPicture(null)
  }

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar picture={shown} name={`${user.firstName} ${user.lastName}`} />
      {isEditing && (
        <div className="grid gap-2">
          <label htmlFor={id} className="text-sm font-semibold">
            Picture
          </label>
          <input
            id={id}
            type="file"
            accept="image/*"
            onChange={choose}
            className="max-w-full text-sm file:mr-3 file:min-h-11 file:rounded-md file:border file:border-edge file:bg-sheet file:px-4 file:font-semibold"
          />
          <FieldNotes
            id={id}
            hint={upload.isPending ? 'Uploading…' : undefined}
            error={upload.error?.message}
          />
          {shown && (
            <Button variant="quiet" size="small" className="justify-self-start" onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** A picture, or the initials of who has none. */
function Avatar({ picture, name }: { picture: string | null; name: string }) {
  if (picture) {
    return (
      <img
        src={picture}
        alt={name}
        width={96}
        height={96}
        className="size-24 rounded-full border border-line object-cover"
      />
    )
  }
  const initials = name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2)
  return (
    <span
      aria-hidden="true"
      className="grid size-24 place-items-center rounded-full bg-leaf-tint font-heading text-3xl font-bold text-leaf-deep"
    >
      {initials.toUpperCase()}
    </span>
  )
}
