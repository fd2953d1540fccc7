import type { ReactNode } from 'react'
import { Label } from '#components/ui/input/label'

type Props = {
  id: string
  label: string
  help?: string
  problem?: string | undefined
  children: ReactNode
}

/** A labelled field of the schedule form; its input is described by `<id>-help`. */
export function ScheduleField({ id, label, help, problem, children }: Props) {
  const tone = problem ? 'text-destructive' : 'text-muted-foreground'
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children}
      <p id={`${id}-help`} className={`text-xs empty:hidden ${tone}`}>
        {problem ?? help}
      </p>
    </div>
  )
}
