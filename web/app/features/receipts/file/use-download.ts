import type { Receipt, ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useState } from 'react'
import { download } from '#platform/download/download.ts'
import { saveFile } from '#platform/download/save-file.ts'
import { toast } from '#ui/feedback/toast.ts'
import { explainUnreadable } from './unreadable.ts'

/** Downloads one file and stays on the screen (requirement 44). */
export function useDownloadFile() {
  const [isDownloading, setIsDownloading] = useState(false)

  async function downloadFile(
    receipt: Pick<Receipt, '_id'>,
    file: Pick<ReceiptFile, '_id' | 'title'>,
    version?: number,
  ) {
    setIsDownloading(true)
    try {
      const query = { id: receipt._id, file: file._id, ...(version !== undefined && { version }) }
      const { blob, name = file.title } = await download(receiptEndpoints.download, { query })
      saveFile(blob, name)
      toast.success(`Downloaded ${name}.`)
    } catch (error) {
      toast.error(explainUnreadable(error) ?? receiptTexts.notDownloaded)
    } finally {
      setIsDownloading(false)
    }
  }

  return { downloadFile, isDownloading }
}
