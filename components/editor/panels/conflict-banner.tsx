'use client'

import { UsersIcon } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { valueAt } from '#lib/domain/workflow/draft-changes/apply-changes'
import type { Definition } from '#lib/domain/workflow/definition'
import { shortText } from '#lib/domain/text'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { Autosave, DraftConflict } from '../sync/autosave.ts'

const placeInNote = ([field]: string[]): string => {
  if (field === undefined) return 'Note on the canvas'
  return `Note on the canvas › ${field === 'kind' ? 'what it is for' : field}`
}

const placeInGroup = (id: string | undefined, field: string[], sides: Definition[]): string => {
  const name = sides.flatMap(({ groups }) => groups?.[id ?? '']?.name ?? [])[0]
  return [`Group “${name ?? id}”`, ...field].join(' › ')
}

/** The name of a place in a definition, as people read it. */
function placeOf(
  path: string[],
  ...sides: Definition[]
): { step: string | undefined; field: string } {
  const [first, id, ...rest] = path
  if (first === 'notes') return { step: undefined, field: placeInNote(rest) }
  if (first === 'groups') return { step: undefined, field: placeInGroup(id, rest, sides) }
  if (first !== 'steps' || id === undefined)
    return { step: undefined, field: path.slice(1).join(' › ') || 'Workflow' }
  const step = sides.flatMap(({ steps }) => steps.find((one) => one.id === id) ?? [])[0]
  const names = rest[0] === 'config' ? rest.slice(1) : rest
  return { step: step?.title || id, field: names.join(' › ') }
}

function Side({ whose, value, isStep }: { whose: string; value: unknown; isStep: boolean }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  const kept = isStep ? 'The step, as changed.' : text
  return (
    <div className="min-w-0 rounded-md border bg-card p-2">
      <p className="text-xs font-medium text-muted-foreground">{whose}</p>
      <p className="max-h-24 overflow-y-auto text-sm break-words whitespace-pre-wrap" tabIndex={0}>
        {value === undefined ? 'Removed.' : shortText(kept ?? '', 2000)}
      </p>
    </div>
  )
}

function ConflictItem({ conflict, autosave }: { conflict: DraftConflict; autosave: Autosave }) {
  const store = useEditorStore()
  const wanted = useEditor((state) => state.definition)
  const base = autosave.base()
  const { path, by } = conflict
  const { step, field } = placeOf(path, wanted, base)
  const isStep = path[0] === 'steps' && path.length === 2
  const mine = valueAt(wanted, path)
  return (
    <li className="space-y-1.5">
      <p className="text-sm">
        {step === undefined || path[1] === undefined ? null : (
          <>
            <button
              type="button"
              className="font-medium underline underline-offset-2"
              disabled={!wanted.steps.some(({ id }) => id === path[1])}
              onClick={() => store.getState().focusOn(path[1] ?? null, path.slice(2).join('.'))}
            >
              {step}
            </button>
            {field ? ': ' : null}
          </>
        )}
        {field}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Side whose={`By ${by}`} value={valueAt(base, path)} isStep={isStep} />
        <Side whose="By you, not saved yet" value={mine} isStep={isStep} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="button"
          size="sm"
          variant="outline"
          onClick={() => void autosave.settle(path, 'theirs')}
        >
          Take {by}’s
        </Button>
        <Button
          type="button"
          size="sm"
          variant="outline"
          onClick={() => void autosave.settle(path, 'mine')}
        >
          Keep mine
        </Button>
      </div>
    </li>
  )
}

/** Places that somebody else changed at the same time: both values, and the choice between them. */
export function ConflictBanner({
  conflicts,
  autosave,
}: {
  conflicts: DraftConflict[]
  autosave: Autosave
}) {
  const names = [...new Set(conflicts.map(({ by }) => by))].join(' and ')
  const places = conflicts.length === 1 ? 'the same place' : `the same ${conflicts.length} places`
  return (
    <Alert variant="destructive" className="rounded-none border-x-0 border-t-0">
      <UsersIcon aria-hidden />
      <AlertTitle>
        {names} and you changed {places} of the draft
      </AlertTitle>
      <AlertDescription>
        <p>All else is saved. Choose what stays; until then each of you sees their own.</p>
        <ul aria-label="Conflicts" className="max-h-64 w-full space-y-3 overflow-y-auto pt-1">
          {conflicts.map((conflict) => (
            <ConflictItem key={conflict.path.join('/')} conflict={conflict} autosave={autosave} />
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}
