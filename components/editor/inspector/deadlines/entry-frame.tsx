import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import type { Problem } from '#lib/domain/workflow/problem'

type Props = {
  title: string
  /** What is wrong with it. */
  problems: Problem[]
  onRemove(): void
  children: ReactNode
}

/** One reminder or escalation, with what is wrong with it. */
export function EntryFrame({ title, problems, onRemove, children }: Props) {
  return (
    <li className="space-y-2 rounded-md border p-3" aria-label={title}>
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-medium">{title}</p>
        <Button
          type="button"
          variant="ghost"
          size="sm"
          aria-label={`Remove ${title.toLowerCase()}`}
          onClick={onRemove}
        >
          <XIcon aria-hidden />
        </Button>
      </div>
      {children}
      <Faults problems={problems} />
    </li>
  )
}

/** What is wrong, in words. */
export function Faults({ problems }: { problems: Problem[] }) {
  return problems.map(({ path, message }) => (
    <p key={`${path} ${message}`} className="text-sm text-destructive">
      {message}
    </p>
  ))
}
