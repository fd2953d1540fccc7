import { ChevronRightIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { FolderView } from '#lib/contracts/workflows/folders'
import { pathOf } from './folder-tree.ts'

const linkClass =
  'inline-flex min-h-6 items-center rounded-sm text-muted-foreground underline-offset-4 ' +
  'outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring'

/** The way to the folder that is open. */
export function FolderPath({ folders, open }: { folders: FolderView[]; open: string }) {
  const path = pathOf(folders, open)
  return (
    <nav aria-label="Folder" className="text-sm">
      <ol className="flex flex-wrap items-center gap-1">
        <li>
          <Link href="/workflows" className={linkClass}>
            All workflows
          </Link>
        </li>
        {path.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-1">
            <ChevronRightIcon aria-hidden className="size-3.5 text-muted-foreground" />
            {id === open ? (
              <span aria-current="page" className="font-medium">
                {name}
              </span>
            ) : (
              <Link href={`/workflows?folder=${id}`} className={linkClass}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
