import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

const square = <Skeleton className="size-8" />

export const RowMenu = partAtTouch(async () => (await import('./row-menu.tsx')).RowMenu, square)
export const FolderMenu = partAtTouch(
  async () => (await import('./folders/folder-menu.tsx')).FolderMenu,
  square,
)
