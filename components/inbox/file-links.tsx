import { FileIcon } from 'lucide-react'
import { ViewPages } from '#components/documents/view-pages'
import { getFileContentContract } from '#lib/contracts/data/files'
import type { FileRef } from '#lib/domain/form/multi-file'
import { pathOf } from '#lib/http/client'

/** Links that download uploaded files, and buttons that show their pages. */
export function FileLinks({ files }: { files: FileRef[] }) {
  return (
    <ul className="space-y-0.5 text-sm">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 items-center gap-1">
          <a
            href={pathOf(getFileContentContract, { id: file.id })}
            download
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 underline underline-offset-2"
          >
            <FileIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="truncate" title={file.fileName}>
              {file.fileName}
            </span>
          </a>
          <ViewPages file={file} />
        </li>
      ))}
    </ul>
  )
}
