'use client'

import { EyeIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useContext, type ComponentProps } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
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
import { DocumentsBeside } from './evidence/open-document.ts'

const PageViewer = dynamic(
  async () => (await loadCode(() => import('#components/documents/page-viewer'))).PageViewer,
  { loading: () => <Skeleton className="min-h-60" /> },
)

const readable = /\.(?:pdf|docx|png|jpe?g|tiff?|html?|md|markdown|txt|csv|tsv|xlsx)$/i

type ButtonProps = ComponentProps<typeof Button> & { file: FileRef }

function ViewButton({ file, ...props }: ButtonProps) {
  return (
    <Button
      type="button"
      variant="ghost"
      size="sm"
      className="print:hidden"
      aria-label={`View ${file.fileName}`}
      {...props}
    >
      <EyeIcon aria-hidden />
      View
    </Button>
  )
}

/**
 * A button that opens the pages of a file: beside this part of the page where documents stand
 * there, else in a dialog. Nothing for files that have none.
 */
export function ViewPages({ file }: { file: FileRef }) {
  const beside = useContext(DocumentsBeside)
  if (beside?.has(file.id)) return <ViewButton file={file} onClick={() => beside.open(file.id)} />
  if (!readable.test(file.fileName)) return null
  return (
    <Dialog>
      <DialogTrigger asChild>
        <ViewButton file={file} />
      </DialogTrigger>
      <DialogContent
        savesItself
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
