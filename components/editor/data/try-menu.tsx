'use client'

import { FlaskConicalIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { countOf } from '#lib/domain/count-of'
import type { TriedStep } from '#lib/contracts/workflows/tries'
import type { Definition } from '#lib/domain/workflow/definition'
import { partToTry } from '#lib/domain/workflow/part-to-try'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'
import { answersInWords } from './answers-in-words.ts'
import type { ChosenData } from './use-chosen-data.ts'
import type { DonePart, Doing } from './use-doing.ts'
import type { Tried, TryPart } from './use-try.ts'

type Props = { data: ChosenData; stepId: string | undefined; canRun: boolean }

/** Tries the draft or a part of it without doing anything outside, or does it in a test run. */
export function TryMenu({ data: { trying }, stepId, canRun }: Props) {
  const canEdit = useEditor((state) => state.readOnly === undefined)
  if (!canEdit) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="h-7 shrink-0"
          disabled={trying.isTrying}
        >
          <FlaskConicalIcon aria-hidden /> {trying.isTrying ? 'Trying…' : 'Try'}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-80">
        <TryItems trying={trying} stepId={stepId} canRun={canRun} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type ItemsProps = { trying: ChosenData['trying']; stepId: string | undefined; canRun: boolean }

function TryItems({ trying, stepId, canRun }: ItemsProps) {
  const title = useEditor(({ definition }) =>
    stepId === undefined ? 'the selected step' : titleOf(definition, stepId),
  )
  const item = (part: TryPart, words: string) => (
    <DropdownMenuItem disabled={stepId === undefined} onSelect={() => trying.attempt(part, stepId)}>
      {words}
    </DropdownMenuItem>
  )
  return (
    <>
      <p className="max-w-72 px-2 py-1.5 text-xs text-muted-foreground">
        Nothing is sent: what asks or calls is answered from the run, or by an example.
      </p>
      <DropdownMenuItem onSelect={() => trying.attempt('all')}>The whole workflow</DropdownMenuItem>
      {item('step', `${title} alone`)}
      {item('to', `Up to ${title}`)}
      {item('from', `From ${title} on`)}
      {canRun ? <DoItems doing={trying.doing} stepId={stepId} title={title} /> : null}
    </>
  )
}

type DoProps = { doing: Doing; stepId: string | undefined; title: string }

/** Does the same in a test run; each step that acts is named before. */
function DoItems({ doing, stepId, title }: DoProps) {
  const item = (part: DonePart, words: string) => (
    <DropdownMenuItem
      disabled={stepId === undefined}
      onSelect={() => stepId !== undefined && doing.begin(part, stepId)}
    >
      {words}
    </DropdownMenuItem>
  )
  return (
    <>
      <DropdownMenuSeparator />
      <p className="max-w-72 px-2 py-1.5 text-xs text-muted-foreground">
        Really do it in a test run. You are asked before anything is sent.
      </p>
      {item('step', `Do ${title} alone…`)}
      {item('to', `Do all up to ${title}…`)}
      {item('from', `Do all from ${title} on…`)}
    </>
  )
}

const parts: Record<TryPart, (title: string) => string> = {
  all: () => 'the whole workflow',
  step: (title) => `${title} alone`,
  to: (title) => `up to ${title}`,
  from: (title) => `from ${title} on`,
}

/** The steps of the part, without those before it, whose answers were only taken over. */
function stepsOfPart(definition: Definition, { part, stepId = '', steps }: Tried): TriedStep[] {
  const { held } = partToTry(definition, part, stepId)
  return steps.filter((step) => !held.has(step.stepId))
}

/** How the try ended, in words. */
function useWords(tried: Tried): string {
  const { part, stepId, status, more } = tried
  const definition = useEditor((state) => state.definition)
  const what = parts[part](stepId === undefined ? '' : titleOf(definition, stepId))
  const own = stepsOfPart(definition, tried)
  const failed = own.findLast((step) => step.status === 'failed')
  const also = [...answersInWords(own), ...(more ? ['more steps than are shown'] : [])]
  const end =
    failed && status !== 'completed' ? `${failed.title} failed` : countOf(own.length, 'step')
  return [`Tried ${what}: ${end}`, ...also].join(', ')
}

/** Says that a try is shown, or why there is none; and leads back to the record. */
export function TryResult({ data: { trying, run } }: { data: ChosenData }) {
  const { tried, failure, pins, disabled, end } = trying
  const definition = useEditor((state) => state.definition)
  const set = new Set([...Object.keys(pins), ...disabled])
  const aside = definition.steps.filter(({ id }) => set.has(id)).length
  if (!tried && !failure && aside === 0) return null
  return (
    <div className="flex min-h-8 items-center gap-2 border-t text-xs">
      {failure ? (
        <p role="alert" className="min-w-0 flex-1 text-destructive">
          {failure.message}
        </p>
      ) : (
        <p role="status" className="min-w-0 flex-1 truncate">
          {tried ? <ResultWords tried={tried} /> : <AsideWords count={aside} />}
        </p>
      )}
      {tried || failure ? (
        <Button type="button" variant="ghost" size="sm" className="h-7 shrink-0" onClick={end}>
          <XIcon aria-hidden /> {tried && run ? 'Show the run again' : 'Close'}
        </Button>
      ) : null}
    </div>
  )
}

const ResultWords = ({ tried }: { tried: Tried }) => useWords(tried)

const AsideWords = ({ count }: { count: number }) =>
  count === 1
    ? 'The next try has 1 step pinned or disabled.'
    : `The next try has ${count} steps pinned or disabled.`
