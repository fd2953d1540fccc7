import { cn } from '#components/ui/cn'

/** The mark: a round that is not closed yet. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={cn('size-6 shrink-0 text-primary', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20.5 9.5A9 9 0 1 0 21 12" />
      <path d="M8 12.2l2.9 2.8L20.5 5.5" />
    </svg>
  )
}
