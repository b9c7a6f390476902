import { fullName } from '@docketbox/contract/core/people/full-name'
import type { User } from '@docketbox/contract/core/people/identity'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Button, buttonClassNames } from '#ui/controls/button.tsx'
import { FieldNotes } from '#ui/fields/field.tsx'
import { uploadPicture } from '../queries.ts'

type PictureFieldProps = {
  user: User
  /** Receives the uri of the picture, which may still be uploading, or null for none. */
  onPicture: (picture: Picture) => void
}

export type Picture = Promise<string> | string | null

/** The profile picture. A new one is uploaded right away and saved with the form. */
export function PictureField({ user, onPicture }: PictureFieldProps) {
  const id = useId()
  const [url, setUrl] = useState(user.picture)
  const upload = useMutation(uploadPicture)

  useEffect(() => {
    return () => {
      if (url?.startsWith('blob:')) URL.revokeObjectURL(url)
    }
  }, [url])

  function handleFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Otherwise choosing the same one again, such as after a failure, would do nothing.
    target.value = ''
    if (!file) return
    setUrl(URL.createObjectURL(file))
    const handleError = () => {
      setUrl(user.picture)
      onPicture(user.picture)
    }
    const uploaded = upload.mutateAsync({ body: file }, { onError: handleError }).then(({ uri }) => uri)
    // Shown below, and by the form if it's being saved.
    uploaded.catch(() => undefined)
    onPicture(uploaded)
  }

  function handleRemove() {
    setUrl(null)
    upload.reset()
    onPicture(null)
  }

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar url={url} user={user} />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <input id={id} type="file" accept="image/*" onChange={handleFile} className="peer sr-only" />
          <label
            htmlFor={id}
            className={buttonClassNames(
              { variant: 'secondary' },
              'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf',
            )}
          >
            {url ? 'Change picture' : 'Add a picture'}
          </label>
          {url && (
            <Button variant="quiet" onClick={handleRemove}>
              Remove picture
            </Button>
          )}
        </div>
        <FieldNotes
          id={id}
          hint={upload.isPending ? 'Uploading…' : undefined}
          error={upload.error?.message}
        />
      </div>
    </div>
  )
}

/** The picture, or the initials if there is none. */
export function Avatar({ url, user }: { url: string | null; user: User }) {
  const name = fullName(user)
  if (url) {
    return (
      <img
        src={url}
        alt={name}
        width={96}
        height={96}
        className="size-24 rounded-full border border-line object-cover"
      />
    )
  }
  const [first = '', ...others] = name.split(' ')
  const initials = first.slice(0, 1) + (others.at(-1) ?? '').slice(0, 1)
  return (
    <span
      aria-hidden="true"
      className="grid size-24 place-items-center rounded-full bg-leaf-tint font-heading text-3xl font-bold text-leaf-deep"
    >
      {initials.toUpperCase()}
    </span>
  )
}
