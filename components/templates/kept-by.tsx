import { TriangleAlertIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { Keeping } from '#lib/contracts/data/templates'

type Kept = Keeping['keptBy'][number]

const linkClass = 'inline-flex min-h-6 items-center underline underline-offset-2'

/** The address of a step in the editor, at the first placeholder that it gives no value. */
function placeOf({ id }: Kept, { id: step, lacks: [first] }: Kept['steps'][number]): string {
  const search = new URLSearchParams({ step, ...(first ? { field: `config.data.${first}` } : {}) })
  return `/workflows/${id}?${search.toString()}`
}

function Workflow({ kept }: { kept: Kept }) {
  const { id, name, version, changes, steps } = kept
  const isReady = steps.every(({ lacks }) => lacks.length === 0)
  return (
    <li className="space-y-1 break-words">
      <p>
        <Link href={`/workflows/${id}`} className={`${linkClass} font-medium`}>
          {name}
        </Link>{' '}
        keeps version {version}. {changes.join(' ')}
      </p>
      <ul className="list-disc space-y-0.5 pl-5">
        {steps.map((step) => (
          <li key={step.id}>
            <Link href={placeOf(kept, step)} className={linkClass}>
              {step.title || step.id}
            </Link>{' '}
            {step.lacks.length > 0
              ? `gives no value for ${step.lacks.map((each) => `“${each}”`).join(', ')}.`
              : 'gives every placeholder something.'}
          </li>
        ))}
      </ul>
      {isReady ? <p>Look at it and publish it again, then it uses the new version.</p> : null}
    </li>
  )
}

type Props = {
  keeping: Keeping | undefined
  /** The version that they do not use. */
  version: number
  /** What is shown was not saved yet. */
  unsaved?: boolean
}

/** The workflows whose runs keep an earlier version, with the steps that a person has to mend. */
export function KeptBy({ keeping, version, unsaved = false }: Props) {
  const { keptBy = [], keptByOthers = 0 } = keeping ?? {}
  const count = keptBy.length + keptByOthers
  if (count === 0) return null
  const who = count === 1 ? 'One workflow' : `${count} workflows`
  const keep = count === 1 ? 'keeps' : 'keep'
  return (
    <Alert variant="warning">
      <TriangleAlertIcon aria-hidden />
      <AlertTitle>
        {unsaved
          ? `${who} would keep an earlier version`
          : `${who} ${keep} an earlier version than ${version}`}
      </AlertTitle>
      <AlertDescription className="w-full min-w-0">
        <p>
          It takes other data than the one they were published with. Their runs go on with what they
          have until somebody publishes them again.
        </p>
        <ul className="w-full space-y-2">
          {keptBy.map((kept) => (
            <Workflow key={kept.id} kept={kept} />
          ))}
          {keptByOthers > 0 ? <li>{keptByOthers} more that you do not see.</li> : null}
        </ul>
      </AlertDescription>
    </Alert>
  )
}
