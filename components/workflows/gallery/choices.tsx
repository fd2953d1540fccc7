import { FilePenLineIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import type { GalleryDetail } from '#lib/contracts/workflows/gallery'
import type { GalleryChoices } from './use-draft.ts'

type ChoiceProps = {
  label: string
  why: string
  choices: { value: string; title: string }[]
  value: string
  /** Where one is added, when there is none. */
  add: { href: string; text: string }
  onChoose(value: string): void
}

/** One thing that the workflow uses: the only one is said, several are asked for. */
function Choice({ label, why, choices, value, add, onChoose }: ChoiceProps) {
  const [first] = choices
  if (first && choices.length > 1)
    return (
      <LabelledSelect
        label={label}
        help={why}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        options={[
          { id: '', label: 'Choose…' },
          ...choices.map((choice) => ({ id: choice.value, label: choice.title })),
        ]}
      />
    )
  return (
    <div className="space-y-0.5 text-sm">
      <p className="font-medium">{label}</p>
      <p>
        {first ? (
          first.title
        ) : (
          <>
            None yet; the step stays open.{' '}
            <Link href={add.href} className="underline underline-offset-2">
              {add.text}
            </Link>
          </>
        )}
      </p>
      <p className="text-xs text-muted-foreground">{why}</p>
    </div>
  )
}

const addConnection = { href: '/connections', text: 'Add one' }
const addPolicy = { href: '/policies', text: 'Add a policy' }

type Props = { workflow: GalleryDetail; choices: GalleryChoices }

/** What of the organization the workflow will use. */
export function Choices({ workflow: { needs, policies, templates }, choices }: Props) {
  return (
    <div className="space-y-4">
      {needs.map(({ kind, title, why, choices: offered }) => (
        <Choice
          key={kind}
          label={title}
          why={why}
          choices={offered}
          value={choices.connections[kind] ?? ''}
          add={addConnection}
          onChoose={(slug) => choices.chooseConnection(kind, slug)}
        />
      ))}
      {policies.map(({ placeholder, why, choices: offered }) => (
        <Choice
          key={placeholder}
          label="Policy"
          why={why}
          choices={offered}
          value={choices.policies[placeholder] ?? ''}
          add={addPolicy}
          onChoose={(id) => choices.choosePolicy(placeholder, id)}
        />
      ))}
      {templates.map(({ slug, name, exists }) => (
        <div key={slug} className="space-y-0.5 text-sm">
          <p className="font-medium">Template</p>
          <p className="flex items-center gap-1.5">
            <FilePenLineIcon aria-hidden className="size-4 text-muted-foreground" />
            {exists ? (
              <Link href={`/templates/${slug}`} className="underline underline-offset-2">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          <p className="text-xs text-muted-foreground">
            {exists ? 'Yours is used as it is.' : 'Comes with the workflow; change it as you like.'}
          </p>
        </div>
      ))}
    </div>
  )
}
