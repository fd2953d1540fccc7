import { MinusIcon, PencilIcon, PlusIcon } from 'lucide-react'
import { shortText } from '#lib/domain/text'
import {
  isSame,
  type DefinitionDifference,
  type FieldDifference,
} from '../model/diff-definitions.ts'

const looks = {
  added: { Icon: PlusIcon, word: 'Added', tone: 'text-emerald-700 dark:text-emerald-400' },
  removed: { Icon: MinusIcon, word: 'Removed', tone: 'text-destructive' },
  changed: { Icon: PencilIcon, word: 'Changed', tone: 'text-amber-700 dark:text-amber-400' },
} as const

const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shortText(text, 300)
}

/** What changed, step by step and field by field, in words and signs besides colours. */
export function Difference({
  difference,
  none,
}: {
  difference: DefinitionDifference
  none: string
}) {
  if (isSame(difference)) return <p className="text-sm text-muted-foreground">{none}</p>
  return (
    <ul aria-label="Changes" className="space-y-2 text-sm">
      {difference.workflow.length > 0 ? (
        <li className="rounded-md border p-2.5">
          <p className="font-medium">Workflow</p>
          <Fields fields={difference.workflow} />
        </li>
      ) : null}
      {difference.steps.map(({ id, title, change, fields }) => {
        const { Icon, word, tone } = looks[change]
        return (
          <li key={`${change}:${id}`} className="rounded-md border p-2.5">
            <p className="flex items-center gap-2">
              <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
              <span className={`text-xs font-medium ${tone}`}>{word}</span>
              <span className="truncate font-medium">{title}</span>
              <span className="ml-auto shrink-0 font-mono text-xs text-muted-foreground">{id}</span>
            </p>
            <Fields fields={fields} />
          </li>
        )
      })}
    </ul>
  )
}

function Fields({ fields }: { fields: FieldDifference[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="mt-1.5 space-y-1.5 border-l-2 pl-2.5">
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt className="font-mono text-xs text-muted-foreground">{path}</dt>
          <dd className="text-xs break-words whitespace-pre-wrap">
            <del className="text-muted-foreground">
              <span className="sr-only">before: </span>
              {shown(before)}
            </del>
            <span aria-hidden> → </span>
            <ins className="no-underline">
              <span className="sr-only">now: </span>
              {shown(after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
