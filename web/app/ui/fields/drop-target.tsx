import { Upload } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFileDrop } from './use-file-drop.ts'

type DropTargetProps = Pick<Parameters<typeof useFileDrop>[0], 'accept' | 'onFiles'> &
  Pick<ComponentProps<'input'>, 'aria-label'> & { children: ReactNode }

/** A screen that takes files dropped anywhere on it, or pasted. */
export function DropTarget({ accept, onFiles, children, ...rest }: DropTargetProps) {
  const { getRootProps, getInputProps, isDragActive } = useFileDrop({
    accept,
    multiple: true,
    takesUnknown: true,
    onFiles,
  })
  return (
    <div {...getRootProps({ className: 'relative min-h-[calc(100dvh-16rem)]' })}>
      <input {...getInputProps({ ...rest, tabIndex: -1 })} />
      {children}
      {isDragActive && (
        <p className="pointer-events-none absolute -inset-2 z-30 grid rounded-lg border-2 border-dashed border-leaf bg-leaf-tint/90 p-8 font-medium">
          <span className="sticky top-[40dvh] flex items-center gap-3 place-self-center self-start">
            <Upload className="size-8 text-leaf" aria-hidden="true" /> Drop to upload
          </span>
        </p>
      )}
    </div>
  )
}
