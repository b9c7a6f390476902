import { useFormContext } from 'react-hook-form'

/** A field hidden from people; only bots fill it in. */
export function HoneypotField({ name }: { name: string }) {
  const { register } = useFormContext()
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <input type="text" tabIndex={-1} autoComplete="off" {...register(name)} />
    </div>
  )
}
