import { cn } from '#components/ui/cn'

/** The frame of a field that shows values as pills. */
export const fieldFrame = cn(
  'flex min-h-9 items-start overflow-hidden rounded-md border bg-background shadow-xs',
  'focus-within:border-ring focus-within:ring-[3px] focus-within:ring-ring/50',
)
