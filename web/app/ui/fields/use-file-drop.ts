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
    const handlePaste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || (isTextField(target) && isPicturedText(clipboardData!, files))) return
      onFiles(multiple ? files : files.slice(0, 1), [])
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [multiple, onFiles])

  return useDropzone({ accept, multiple, noClick: true, noKeyboard: true, onDrop: onFiles })
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
}

/** Whether the files are only pictures of copied text, which spreadsheets add. The text of copied files is their names. */
function isPicturedText(clipboard: DataTransfer, files: File[]): boolean {
  const text = clipboard.getData('text/plain')
  return text !== '' && !files.some(({ name }) => text.includes(name))
}
