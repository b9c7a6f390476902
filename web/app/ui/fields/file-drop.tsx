import { Upload } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { FieldNotes } from './field.tsx'

type FileDropProps = {
  id: string
  label: string
  /** The accepted types and sizes, in words. */
  hint: ReactNode
  /** File extensions by MIME type. */
  accept: Record<string, string[]>
  multiple?: boolean
  error?: string | undefined
  /** Receives the files chosen, dropped or pasted, and those that were refused. */
  onFiles: (files: File[], refused: FileRejection[]) => void
}

/** Takes files that are dropped, picked or pasted. */
export function FileDrop(props: FileDropProps) {
  const { id, label, hint, accept, multiple = false, error, onFiles } = props
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    multiple,
    noClick: true,
    noKeyboard: true,
    onDrop: onFiles,
  })

  useEffect(() => {
    const handlePaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1), [])
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [multiple, onFiles])

  return (
    <div className="grid gap-1.5">
      <div
        {...getRootProps({
          className: classNames(
            'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-5 py-9 text-center transition-colors duration-150',
            isDragActive ? 'border-leaf bg-leaf-tint' : 'border-edge bg-sheet',
            error && 'border-clay',
          ),
        })}
      >
        <input {...getInputProps({ id, 'aria-label': label, 'aria-describedby': `${id}-hint` })} />
        <Upload className="size-8 text-leaf" aria-hidden="true" />
        <p className={classNames('font-medium', !isDragActive && 'pointer-coarse:hidden')}>
          {isDragActive ? 'Drop to upload' : `Drop ${multiple ? 'files' : 'a file'} here, or paste`}
        </p>
        <Button variant="secondary" onClick={open}>
          {multiple ? 'Choose files' : 'Choose a file'}
        </Button>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
