import { useEffect } from 'react'
import { ErrorCode, type FileRejection, useDropzone } from 'react-dropzone'

type FileDropOptions = {
  /** File extensions by MIME type. */
  accept: Record<string, string[]>
  multiple: boolean
  /** Whether to take files whose names don’t say their type: a portal’s `ViewBill.aspx` may be a PDF. */
  takesUnknown?: boolean | undefined
  /** Receives the files chosen, dropped or pasted, and those that were refused. */
  onFiles: (files: File[], refused: FileRejection[]) => void
}

/** Takes files that are dropped on an element, picked, or pasted anywhere on the page. */
export function useFileDrop({ accept, multiple, takesUnknown = false, onFiles }: FileDropOptions) {
  useEffect(() => {
    const handlePaste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || (isTextField(target) && isPicturedText(clipboardData!, files))) return
      onFiles(multiple ? files : files.slice(0, 1), [])
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [multiple, onFiles])

  const handleDrop = (files: File[], refused: FileRejection[]) => {
    const unknown = takesUnknown ? refused.filter(isUnknown) : []
    const others = refused.filter((one) => !unknown.includes(one))
    onFiles([...files, ...unknown.map(({ file }) => file)], others)
  }
  return useDropzone({ accept, multiple, noClick: true, noKeyboard: true, onDrop: handleDrop })
}

/** Whether a file was refused only because the browser doesn’t know its type. */
function isUnknown({ file: { type }, errors }: FileRejection): boolean {
  const isTypeUnknown = type === '' || type === 'application/octet-stream'
  return isTypeUnknown && errors.every(({ code }) => code === ErrorCode.FileInvalidType)
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
}

/** Whether the files are only pictures of copied text, which spreadsheets add. The text of copied files is their names. */
function isPicturedText(clipboard: DataTransfer, files: File[]): boolean {
  const text = clipboard.getData('text/plain')
  return text !== '' && !files.some(({ name }) => text.includes(name))
}
