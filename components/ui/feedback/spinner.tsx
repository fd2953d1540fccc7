import { LoaderCircleIcon } from 'lucide-react'
import { cn } from '../cn.ts'

/** Shows that work is in progress; `label` is for screen readers. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className="inline-flex">
      <LoaderCircleIcon
        className={cn('size-4 animate-spin motion-reduce:animate-none', className)}
        aria-hidden
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}
