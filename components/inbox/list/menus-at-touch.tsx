import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

const square = <Skeleton className="size-8" />
const wide = <Skeleton className="h-9 w-32" />

export const RowMenu = partAtTouch(async () => (await import('./row-menu.tsx')).RowMenu, square)
export const MoreFilters = partAtTouch(
  async () => (await import('./more-filters.tsx')).MoreFilters,
  wide,
)
export const ColumnsMenu = partAtTouch(
  async () => (await import('../views/columns-menu.tsx')).ColumnsMenu,
  square,
)
export const ViewMenu = partAtTouch(
  async () => (await import('../views/view-menu.tsx')).ViewMenu,
  wide,
)
