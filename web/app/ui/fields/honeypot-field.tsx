import { useFormContext } from 'react-hook-form'

/** How 1Password, Bitwarden, Dashlane and LastPass are told to leave a field alone. */
const NOT_FOR_PASSWORD_MANAGERS = {
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-form-type': 'other',
  'data-lpignore': true,
}

/** A field hidden from people and password managers; only bots fill it in. */
export function HoneypotField({ name }: { name: string }) {
  const { register } = useFormContext()
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <input
        type="text"
        tabIndex={-1}
        autoComplete="off"
        {...NOT_FOR_PASSWORD_MANAGERS}
        {...register(name)}
      />
    </div>
  )
}
