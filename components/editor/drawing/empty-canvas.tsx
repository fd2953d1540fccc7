import { cn } from '#components/ui/cn'

const emptyClass = cn(
  'max-w-sm space-y-1 rounded-lg border border-dashed bg-card/80 p-6 text-center',
)

/** What to do first with a workflow that has no steps. */
export function EmptyCanvas() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-6">
      <div className={emptyClass}>
        <p className="font-semibold">Nothing here yet</p>
        <p className="text-sm text-muted-foreground">
          Choose the first step on the left: type its name and press Enter, or drag it here. The
          data that a person or a system provides at the start is defined under Workflow, on the
          right.
        </p>
      </div>
    </div>
  )
}
