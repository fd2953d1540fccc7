import { PaperclipIcon } from 'lucide-react'
import { formatSize } from '#components/shared/display/format-size'
import type { SecureFile } from '#lib/contracts/runs/secure-messages'

type Props = {
  label: string
  files: readonly SecureFile[]
  /** The address of a file; left out where the bytes are gone. */
  pathOf?: ((fileId: string) => string) | undefined
}

/** Files to download, with their sizes. */
export function FileLinks({ label, files, pathOf }: Props) {
  if (files.length === 0) return null
  return (
    <ul aria-label={label} className="space-y-1 text-sm">
      {files.map(({ id, fileName, size }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <PaperclipIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          {pathOf ? (
            <a
              href={pathOf(id)}
              download={fileName}
              className="min-w-0 rounded-sm py-0.5 break-words underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring"
            >
              {fileName}
            </a>
          ) : (
            <span>{fileName}</span>
          )}
          <span className="shrink-0 text-muted-foreground">{formatSize(size)}</span>
        </li>
      ))}
    </ul>
  )
}
