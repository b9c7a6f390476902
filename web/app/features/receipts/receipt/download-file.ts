import type { Receipt, ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '#platform/api/client.ts'
import { saveFile } from '#platform/storage/save-file.ts'
import { toast } from '#ui/feedback/toast.ts'

/** What /success is told about a download. */
export type Downloaded = { fileName: string; downloadedAt: string }

/** Saves one file on this device, then shows that it is done. */
export function useSaveReceiptFile() {
  const navigate = useNavigate()
  const [savingId, setSavingId] = useState<string>()

  async function save(
    receipt: Pick<Receipt, '_id'>,
    file: Pick<ReceiptFile, '_id' | 'title'>,
    version?: number,
  ) {
    setSavingId(receipt._id)
    try {
      const query = { id: receipt._id, file: file._id, ...(version !== undefined && { version }) }
      const { blob, name = file.title } = await download(receiptEndpoints.download, { query })
      saveFile(blob, name)
      const state: Downloaded = { fileName: name, downloadedAt: new Date().toISOString() }
      void navigate('/success', { state })
    } catch {
      toast.error(receiptTexts.notDownloaded)
    } finally {
      setSavingId(undefined)
    }
  }

  return { save, savingId }
}
