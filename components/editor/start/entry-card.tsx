import { RepeatIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'

const cardClass = cn(
  'flex size-full items-center gap-2 overflow-hidden rounded-2xl border border-primary/50 bg-card',
  'px-3 text-[13px] font-semibold text-card-foreground shadow-xs',
)

/** What repeats the steps of the level, above the first of them. */
export function EntryCard({ title }: { title: string }) {
  return (
    <div className={cardClass}>
      <RepeatIcon aria-hidden className="size-4 shrink-0 text-primary" />
      <span className="truncate">Repeated by {title}</span>
    </div>
  )
}
