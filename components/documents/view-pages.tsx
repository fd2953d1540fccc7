import { EyeIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import { Skeleton } from '#components/ui/feedback/skeleton'
import type { FileRef } from '#lib/domain/form/multi-file'

const PageViewer = dynamic(
  async () => (await import('#components/documents/page-viewer')).PageViewer,
  { loading: () => <Skeleton className="min-h-60" /> },
)

const readable = /\.(?:pdf|docx|png|jpe?g|tiff?|html?|md|markdown|txt|csv|tsv|xlsx)$/i

/** A button that opens the pages of a file; nothing for files that have none. */
export function ViewPages({ file }: { file: FileRef }) {
  if (!readable.test(file.fileName)) return null
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`View ${file.fileName}`}>
          <EyeIcon aria-hidden />
          View
        </Button>
      </DialogTrigger>
      <DialogContent
        aria-describedby={undefined}
        className="flex h-[calc(100dvh-2rem)] flex-col p-4 sm:max-w-5xl"
      >
        <DialogHeader>
          <DialogTitle className="truncate">{file.fileName}</DialogTitle>
        </DialogHeader>
        <PageViewer fileId={file.id} className="flex-1" />
      </DialogContent>
    </Dialog>
  )
}
