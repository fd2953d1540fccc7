import { cn } from '#components/ui/cn'

/** The colour of a connection. */
export const colorOf = (failure: boolean): string =>
  failure ? 'var(--destructive)' : 'var(--muted-foreground)'

type Props = { name: string; failure: boolean; transform: string }

/** The name of a connection, in the middle of its line. */
export function LineNameText({ name, failure, transform }: Props) {
  return (
    <span
      className={cn(
        'pointer-events-none absolute rounded-full border bg-background px-1.5 py-px text-xs',
        'whitespace-nowrap',
        failure ? 'border-destructive/50 text-destructive' : 'text-muted-foreground',
      )}
      style={{ transform }}
      aria-hidden
    >
      {name}
    </span>
  )
}
