import { cn } from '#components/ui/cn'

/** The frame around the steps that a loop repeats, and its name. */
export const frameClass = cn(
  'pointer-events-none absolute flex items-end rounded-xl border border-dashed',
  'border-primary/40 bg-primary/5',
)
export const frameNameClass = cn(
  'flex min-w-0 items-center gap-1 px-2.5 py-1.5 text-[11px] text-muted-foreground',
)
