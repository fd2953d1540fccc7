import { PencilIcon, Trash2Icon } from 'lucide-react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import type { TestCaseView } from '#lib/contracts/workflows/test-sets'
import { answerWords } from '#lib/domain/ask/review'
import type { TrialResult } from '#lib/domain/ask/test-set'

type Props = {
  one: TestCaseView
  result: TrialResult | undefined
  onEdit(): void
  onDelete(): void
}

function Wrong({ result }: { result: TrialResult }) {
  const wrong = result.fields.filter(({ score }) => score < 1)
  if (result.error !== null) return <p className="text-sm text-destructive">{result.error}</p>
  if (wrong.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-sm text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring">
        {wrong.length === 1 ? '1 field is not right' : `${wrong.length} fields are not right`}
      </summary>
      <ul className="mt-1 space-y-1.5 text-sm">
        {wrong.map(({ name, expected, given, note }) => (
          <li key={name} className="wrap-anywhere">
            <span className="font-medium">{name}</span>
            <span className="block text-muted-foreground">
              Expected {answerWords(expected)}, got {answerWords(given)}
            </span>
            {note === null ? null : <span className="block text-muted-foreground">{note}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A case of the set: its files, how it went last, and what can be done with it. */
export function CaseRow({ one, result, onEdit, onDelete }: Props) {
  const { name, files } = one
  const gone = files.filter(({ fileName }) => fileName === null).length
  const right = result?.fields.filter(({ score }) => score === 1).length
  return (
    <li className="space-y-1.5 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-sm font-medium wrap-anywhere">{name}</p>
        {result && right !== undefined ? (
          <span className="shrink-0 text-sm text-muted-foreground tabular-nums">
            {right}/{result.fields.length}
          </span>
        ) : null}
      </div>
      {gone > 0 ? (
        <p className="text-sm text-amber-800 dark:text-amber-300">
          {gone === 1 ? 'A file of it is gone.' : `${gone} files of it are gone.`} Choose another.
        </p>
      ) : null}
      {result ? <Wrong result={result} /> : null}
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
          description="Its files stay. Scores of the past stay as they are."
          confirm="Delete the case"
          keep="Keep it"
          onConfirm={onDelete}
        />
      </div>
    </li>
  )
}
