import { CheckIcon, MinusIcon, TrendingDownIcon, TrendingUpIcon, XIcon } from 'lucide-react'
import { formatInstant } from '#components/shared/display/format'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import type { TestSetView, TrialView } from '#lib/contracts/workflows/test-sets'
import type { Moves } from './case-row.tsx'
import { changeWords, endWords, percent, valueWords } from './score-words.ts'
import { aboutTrial } from './scores.tsx'

type Result = TrialView['results'][number]
type Field = Result['fields'][number]

const marks = {
  right: { Icon: CheckIcon, word: 'Right', tone: 'text-emerald-700 dark:text-emerald-400' },
  partly: { Icon: MinusIcon, word: 'Partly right', tone: 'text-amber-700 dark:text-amber-400' },
  wrong: { Icon: XIcon, word: 'Not right', tone: 'text-red-700 dark:text-red-400' },
}

function markOf(score: number) {
  if (score === 1) return marks.right
  return score > 0 ? marks.partly : marks.wrong
}

function Cell({ field, move }: { field: Field | undefined; move: Moves[number] | undefined }) {
  if (!field) return <TableCell className="align-top text-muted-foreground">—</TableCell>
  const { Icon, word, tone } = markOf(field.score)
  const isBetter = move !== undefined && move.now > move.before
  const Trend = isBetter ? TrendingUpIcon : TrendingDownIcon
  return (
    <TableCell className="max-w-64 min-w-32 align-top wrap-anywhere">
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <span className="sr-only">{word}: </span>
        <span dir="auto">{valueWords(field.given)}</span>
      </span>
      {field.score < 1 ? (
        <span className="block text-xs text-muted-foreground" dir="auto">
          Expected {valueWords(field.expected)}
        </span>
      ) : null}
      {move ? (
        <span className="flex items-center gap-1 text-xs text-muted-foreground">
          <Trend aria-hidden className="size-3.5 shrink-0" />
          {isBetter ? 'Better' : 'Worse'}: was {valueWords(move.gaveBefore)}
        </span>
      ) : null}
    </TableCell>
  )
}

/** Every case by every field. */
function ByCase({ set, latest }: { set: TestSetView; latest: TrialView }) {
  const { cases, comparison } = set
  return (
    <Table label="Cases by field">
      <TableHeader>
        <TableRow>
          <TableHead>Case</TableHead>
          {latest.byField.map(({ name, title }) => (
            <TableHead key={name}>{title}</TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {latest.results.map(({ caseId, fields, error }) => (
          <TableRow key={caseId}>
            <TableHead scope="row" className="max-w-48 min-w-36 py-2 align-top whitespace-normal">
              <span className="wrap-anywhere">{cases.find(({ id }) => id === caseId)?.name}</span>
              {error === null ? null : (
                <span className="block text-xs font-normal text-destructive">{error}</span>
              )}
            </TableHead>
            {latest.byField.map(({ name }) => (
              <Cell
                key={name}
                field={error === null ? fields.find((field) => field.name === name) : undefined}
                move={comparison?.moves.find(
                  (move) => move.caseId === caseId && move.name === name,
                )}
              />
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Earlier({ trials }: Pick<TestSetView, 'trials'>) {
  return (
    <Table label="Runs of the set" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Run</TableHead>
          <TableHead>Score</TableHead>
          <TableHead>Asked</TableHead>
          <TableHead>Since the run before</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {trials.map((trial) => (
          <TableRow key={trial.id}>
            <TableCell label="Run">
              {`${endWords(trial)} ${formatInstant(trial.startedAt)} by ${trial.startedBy}`}
            </TableCell>
            <TableCell label="Score" className="tabular-nums">
              {trial.score === null ? '—' : percent(trial.score)}
            </TableCell>
            <TableCell label="Asked" className="wrap-anywhere">
              {aboutTrial(trial)}
            </TableCell>
            <TableCell label="Since">{changeWords(trial) ?? '—'}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type Props = { set: TestSetView; latest: TrialView; onClose(): void }

/** The newest trial case by case, and all that are kept. */
export function ResultsSheet({ set, latest, onClose }: Props) {
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent savesItself className="sm:max-w-[min(72rem,92vw)]">
        <SheetHeader>
          <SheetTitle>How the tests went</SheetTitle>
          <SheetDescription>
            A value counts as right only when its quote stands in the documents: a workflow goes on
            with no other.
          </SheetDescription>
        </SheetHeader>
        {/* One block: the tables would shrink in the column of the sheet. */}
        <div className="space-y-3">
          <ByCase set={set} latest={latest} />
          <h3 className="pt-2 text-sm font-semibold">Runs of the set</h3>
          <Earlier trials={set.trials} />
        </div>
      </SheetContent>
    </Sheet>
  )
}
