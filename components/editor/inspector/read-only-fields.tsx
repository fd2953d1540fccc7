import type { ReactNode } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { cn } from '#components/ui/cn'
import { useEditor } from '../store-context.ts'

/** Fields that are there to be read keep their contrast; buttons look as little usable as they are. */
const legible = cn(
  '[&_:is(input,select,textarea,[role=checkbox],[role=switch]):disabled]:cursor-default',
  '[&_:is(input,select,textarea,[role=checkbox],[role=switch]):disabled]:opacity-100',
  '[&_:is(input,select,textarea):disabled]:bg-muted/50',
)

/** The fields of a workflow, which take nothing from who may only read it. */
export function ReadOnlyFields({
  className,
  children,
}: {
  className?: string
  children: ReactNode
}) {
  const readOnly = useEditor((state) => state.readOnly !== undefined)
  return (
    <ReadOnly value={readOnly}>
      <fieldset disabled={readOnly} className={cn('min-w-0', readOnly && legible, className)}>
        {children}
      </fieldset>
    </ReadOnly>
  )
}
