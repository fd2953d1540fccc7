import { PlusIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { bodyBranch } from '#lib/domain/workflow/loops'
import { useShown, useView } from '../levels/use-view.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

const emptyClass = cn(
  'max-w-sm space-y-1 rounded-lg border border-dashed bg-card/80 p-6 text-center',
)

/** What to do first with a workflow, or with the level of a loop, that has no steps. */
export function EmptyCanvas() {
  const { loop } = useView()
  const { boxOf } = useShown()
  const canEdit = useEditor((state) => state.readOnly === undefined)
  if (boxOf.size > 0) return null
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-6">
      <div className={emptyClass}>
        <p className="font-semibold">Nothing here yet</p>
        <p className="text-sm text-muted-foreground">{wordsFor(loop, canEdit)}</p>
        {loop !== undefined && canEdit ? <AddFirst loop={loop} /> : null}
      </div>
    </div>
  )
}

function wordsFor(loop: string | undefined, canEdit: boolean): string {
  if (loop !== undefined)
    return canEdit
      ? 'The loop repeats the steps that you put here.'
      : 'The loop has no steps to repeat.'
  return canEdit
    ? 'Choose the first step on the left: type its name and press Enter, or drag it here. The data ' +
        'that a person or a system provides at the start is defined under Workflow, on the right.'
    : 'The workflow has no steps.'
}

/** Asks for the first step that a loop repeats. */
function AddFirst({ loop }: { loop: string }) {
  const store = useEditorStore()
  const ask = (event: MouseEvent) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    const place = { kind: 'after' as const, step: loop, via: bodyBranch }
    store.getState().setPopup({ kind: 'add', at: { x: left, y: bottom }, place })
  }
  return (
    <Button
      type="button"
      size="sm"
      variant="outline"
      className="pointer-events-auto mt-3"
      onClick={ask}
    >
      <PlusIcon aria-hidden /> Add the first step
    </Button>
  )
}
