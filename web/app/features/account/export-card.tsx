import { Download } from 'lucide-react'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DownloadProgress, useDownload } from '#ui/data/download.tsx'
import { downloadEverything } from './queries.ts'

/** Everything one has here as one zip, with how far it is and a way to stop it. */
export function ExportCard() {
  const { progress, start, stop } = useDownload({
    fetch: downloadEverything,
    name: 'everything.zip',
    done: 'Your data was downloaded.',
    failed: (thrown) => (thrown instanceof ApiError ? thrown.message : 'Failed to download your data.'),
  })

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Take everything with you</h2>
      <p className="text-soft">
        One zip with every receipt as you sent it, earlier versions and the trash, a list for your
        spreadsheet, your payments with their tax invoices, and what was done to your account. It stays open
        to you when your plan has ended.
      </p>
      {progress ? (
        <DownloadProgress label="Your data" progress={progress} onStop={stop} />
      ) : (
        <div>
          <Button variant="secondary" icon={<Download className="size-4.5" />} onClick={start}>
            Download my data
          </Button>
        </div>
      )}
    </Card>
  )
}
