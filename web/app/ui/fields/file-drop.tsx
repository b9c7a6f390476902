import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { controlProps, FieldNotes } from './field.tsx'
import { TakePhoto } from './take-photo.tsx'
import { useFileDrop } from './use-file-drop.ts'

type FileDropProps = Pick<Parameters<typeof useFileDrop>[0], 'accept' | 'takesUnknown' | 'onFiles'> & {
  id: string
  label: string
  /** The accepted types and sizes, in words. */
  hint: ReactNode
  multiple?: boolean
  /** Whether phones offer their camera, too. */
  hasCamera?: boolean
  /** Leaves room on a phone for what's below. */
  isLow?: boolean
  error?: string | undefined
  /** Says why a file of another type can't be used. Then only files that can are passed on. */
  wrongType?: string
}

/** Takes files that are dropped, picked or pasted. */
export function FileDrop(props: FileDropProps) {
  const {
    id,
    label,
    hint,
    accept,
    multiple = false,
    hasCamera,
    isLow,
    wrongType,
    takesUnknown,
    onFiles,
  } = props
  const [problem, setProblem] = useState<string>()
  const error = props.error ?? problem
  const handleFiles: typeof onFiles = (files, refused) => {
    setProblem(files.length === 0 ? wrongType : undefined)
    if (files.length > 0 || wrongType === undefined) onFiles(files, refused)
  }
  const { getRootProps, getInputProps, isDragActive, open } = useFileDrop({
    accept,
    multiple,
    takesUnknown,
    onFiles: handleFiles,
  })
  return (
    <div className="grid gap-1.5">
      <div
        {...getRootProps({
          className: classNames(
            'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-5 py-9 text-center transition-colors duration-150',
            isDragActive ? 'border-leaf bg-leaf-tint' : 'border-edge bg-sheet',
            isLow && 'max-sm:py-3',
            error && 'border-clay',
          ),
        })}
      >
        <input {...getInputProps({ 'aria-label': label, 'aria-hidden': true })} />
        <Upload className={classNames('size-8 text-leaf', isLow && 'max-sm:hidden')} aria-hidden="true" />
        <p className={classNames('font-medium', !isDragActive && 'pointer-coarse:hidden')}>
          {isDragActive ? 'Drop to upload' : `Drop ${multiple ? 'files' : 'a file'} here, or paste`}
        </p>
        {hasCamera && <TakePhoto onPhoto={(photo) => handleFiles([photo], [])} />}
        <Button
          id={id}
          variant="secondary"
          aria-describedby={controlProps(id, hint, error)['aria-describedby']}
          onClick={open}
        >
          {multiple ? 'Choose files' : 'Choose a file'}
        </Button>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
