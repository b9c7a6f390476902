import { useEffect } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'

type FileDropOptions = {
  /** File extensions by MIME type. */
  accept: Record<string, string[]>
  multiple: boolean
  /** Receives the files chosen, dropped or pasted, and those that were refused. */
  onFiles: (files: File[], refused: FileRejection[]) => void
}

/** Takes files that are dropped on an element, picked, or pasted anywhere on the page. */
export function useFileDrop({ accept, multiple, onFiles }: FileDropOptions) {
  useEffect(() => {
    const handlePaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1), [])
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [multiple, onFiles])

  return useDropzone({ accept, multiple, noClick: true, noKeyboard: true, onDrop: onFiles })
}
