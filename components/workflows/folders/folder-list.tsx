import { FolderIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { FolderView } from '#lib/contracts/workflows/folders'
import { countOf } from '#lib/domain/count-of'
import { FolderMenu } from '../menus-at-touch.tsx'
import type { MenuProps } from './folder-menu.tsx'
import { countIn } from './folder-tree.ts'

type Props = Omit<MenuProps, 'folder'> & {
  /** Those to show. */
  folders: FolderView[]
  /** All that there are. */
  all: FolderView[]
}

/** The folders at one place. */
export function FolderList({ folders, all, ...menu }: Props) {
  if (folders.length === 0) return null
  return (
    <ul aria-label="Folders" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {folders.map((folder) => {
        const count = countIn(all, folder.id)
        return (
          <li
            key={folder.id}
            className="flex min-w-0 items-center gap-3 rounded-lg border bg-card py-1.5 pr-1.5 pl-3"
          >
            <FolderIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <Link
              href={`/workflows?folder=${folder.id}`}
              className="min-w-0 flex-1 rounded-sm text-sm font-medium underline-offset-4 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
            >
              <span className="block truncate">{folder.name}</span>
              <span className="block text-xs font-normal text-muted-foreground">
                {countOf(count, 'workflow')}
              </span>
            </Link>
            <span>
              <FolderMenu folder={folder} {...menu} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
