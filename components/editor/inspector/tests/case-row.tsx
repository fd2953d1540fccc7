import { PencilIcon, Trash2Icon } from 'lucide-react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import type { TestCaseView, TestSetView, TrialView } from '#lib/contracts/workflows/test-sets'
import { valueWords } from './score-words.ts'

type Result = TrialView['results'][number]
export type Moves = NonNullable<TestSetView['comparison']>['moves']

type Props = {
  one: TestCaseView
  result: Result | undefined
  moves: Moves
  onEdit(): void
  onDelete(): void
}

/** How a field moved, in a word. */
const movedWord = ({ now, before }: Moves[number]): string => (now > before ? 'better' : 'worse')

function Wrong({ result, moves }: { result: Result; moves: Moves }) {
  const wrong = result.fields.filter(({ score }) => score < 1)
  if (result.error !== null) return <p className="text-sm text-destructive">{result.error}</p>
  if (wrong.length === 0) return null
  const moveOf = (field: string) => moves.find(({ name }) => name === field)
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-sm text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring">
        {wrong.length === 1 ? '1 field is not right' : `${wrong.length} fields are not right`}
      </summary>
      <ul className="mt-1 space-y-1.5 text-sm">
        {wrong.map(({ name, title, expected, given, note }) => {
          const move = moveOf(name)
          return (
            <li key={name} className="wrap-anywhere" dir="auto">
              <span className="font-medium">{title}</span>
              <span className="block text-muted-foreground">
                Expected {valueWords(expected)}, got {valueWords(given)}
                {move ? `, before ${valueWords(move.gaveBefore)} (${movedWord(move)} now)` : ''}
              </span>
              {note === null ? null : <span className="block text-muted-foreground">{note}</span>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** In how many fields a case did better or worse than in the run before. */
function Moved({ moves }: { moves: Moves }) {
  const better = moves.filter(({ now, before }) => now > before).length
  const worse = moves.length - better
  return (
    <>
      {better > 0 ? (
        <span className="text-emerald-700 dark:text-emerald-400">{`${better} better `}</span>
      ) : null}
      {worse > 0 ? (
        <span className="text-red-700 dark:text-red-400">{`${worse} worse `}</span>
      ) : null}
    </>
  )
}

/** A case of the set: how it went last, and what can be done with it. */
export function CaseRow({ one, result, moves, onEdit, onDelete }: Props) {
  const { name, files } = one
  const right = result?.fields.filter(({ score }) => score === 1).length
  return (
    <li className="space-y-1.5 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-sm font-medium wrap-anywhere">{name}</p>
        {result && right !== undefined ? (
          <span className="shrink-0 text-xs tabular-nums">
            <Moved moves={moves} />
            <span className="text-sm text-muted-foreground">
              {`${right} of ${result.fields.length}`}
              <span className="sr-only"> fields right</span>
            </span>
          </span>
        ) : null}
      </div>
      {result ? <Wrong result={result} moves={moves} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="outline" size="sm" onClick={onEdit}>
          <PencilIcon aria-hidden /> Edit
          <span className="sr-only"> {name}</span>
        </Button>
        <ConfirmButton
          icon={Trash2Icon}
          label="Delete"
          about={name}
          title="Delete this case?"
          description={
            `Its ${files.length === 1 ? 'copy of the file' : 'copies of the files'} and how it ` +
            'scored in every run are deleted with it.'
          }
          confirm="Delete the case"
          keep="Keep it"
          onConfirm={onDelete}
        />
      </div>
    </li>
  )
}
