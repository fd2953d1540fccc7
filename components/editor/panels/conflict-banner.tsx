'use client'

import { UsersIcon } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { valueAt } from '#lib/domain/workflow/draft-changes/apply-changes'
import type { Definition } from '#lib/domain/workflow/definition'
import { shortText } from '#lib/domain/text'
import { useWords } from '../changes/words-context.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { Autosave, DraftConflict } from '../sync/autosave.ts'
import { placeInWords, valueInWords } from './conflict-words.ts'

function Side({ whose, text }: { whose: string; text: string | undefined }) {
  return (
    <div className="min-w-0 rounded-md border bg-card p-2">
      <p className="text-xs font-medium text-muted-foreground">{whose}</p>
      <p className="max-h-24 overflow-y-auto text-sm break-words whitespace-pre-wrap" tabIndex={0}>
        {text === undefined ? 'Removed.' : shortText(text, 2000)}
      </p>
    </div>
  )
}

/** Says a value at the place of a conflict; undefined for none. */
function useSaid(
  { path }: DraftConflict,
  base: Definition,
): (value: unknown) => string | undefined {
  const wanted = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const ofStep = useWords(base, wanted, types)
  const isStep = path[0] === 'steps' && path.length === 2
  return (value) => {
    if (value === undefined) return undefined
    if (isStep) return 'The step, as changed.'
    return valueInWords(value, path, path[0] === 'steps' ? ofStep?.(path[1] ?? '') : undefined)
  }
}

function ConflictItem({ conflict, autosave }: { conflict: DraftConflict; autosave: Autosave }) {
  const store = useEditorStore()
  const wanted = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const base = autosave.base()
  const { path, by } = conflict
  const { step, field } = placeInWords(path, [wanted, base], types)
  const said = useSaid(conflict, base)
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
        <Side whose={`By ${by}`} text={said(valueAt(base, path))} />
        <Side whose="By you, not saved yet" text={said(valueAt(wanted, path))} />
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
