import { cn } from '../ui/cn.ts'

/** Colours accompany the word and never replace it. */
const colours: Record<string, string> = {
  GET: 'border-chart-4 text-foreground',
  POST: 'border-chart-1 text-foreground',
  PUT: 'border-chart-3 text-foreground',
  PATCH: 'border-chart-3 text-foreground',
  DELETE: 'border-chart-2 text-foreground',
}

/** The HTTP method of an endpoint. */
export function MethodBadge({ method, className }: { method: string; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex w-16 shrink-0 justify-center rounded border-2 px-1 py-0.5 font-mono text-xs',
        'font-semibold',
        colours[method],
        className,
      )}
    >
      {method}
    </span>
  )
}
