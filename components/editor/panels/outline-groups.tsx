import { PencilIcon, UngroupIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { countOf } from '#lib/domain/count-of'
import { dissolveGroups } from '../commands/change-groups.ts'
import { toneOfGroup } from '../groups/group-look.ts'
import { GroupName, useIsNamed } from '../groups/group-name.tsx'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { useGroupDrop } from '../moving/row-drop.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'

/** The groups of the workflow: each is selected with its steps, renamed or dissolved here. */
export function OutlineGroups() {
  const definition = useEditor((state) => state.definition)
  const members = Map.groupBy(groupsOfSteps(definition), ([, group]) => group)
  const groups = Object.entries(definition.groups ?? {}).filter(([id]) => members.has(id))
  if (groups.length === 0) return null
  return (
    <section aria-label="Groups" className="rounded-lg border bg-card p-1.5">
      <h3 className="px-1.5 py-1 text-xs font-medium text-muted-foreground">Groups</h3>
      <ul>
        {groups.map(([id, { name, colour }]) => {
          const ids = (members.get(id) ?? []).map(([step]) => step)
          return <GroupLine key={id} id={id} name={name} colour={colour} ids={ids} />
        })}
      </ul>
    </section>
  )
}

const selectClass = cn(
  'flex min-h-8 min-w-0 grow items-center gap-2 rounded px-1.5 text-left text-sm outline-none',
  'hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring',
)

type LineProps = { id: string; name: string; colour: string; ids: string[] }

function GroupLine({ id, name, colour, ids }: LineProps) {
  const store = useEditorStore()
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const isNamed = useIsNamed(id)
  const { isOver, ...drop } = useGroupDrop(id)
  const { run, editGroup, select } = store.getState()
  return (
    <li
      {...drop}
      className={cn('flex items-center gap-1 rounded', isOver && 'ring-2 ring-primary')}
    >
      {isNamed ? (
        <GroupName id={id} name={name} />
      ) : (
        <button type="button" data-group={id} className={selectClass} onClick={() => select(ids)}>
          <span
            aria-hidden
            className={cn('size-4 shrink-0 rounded border', toneOfGroup(colour).head)}
          />
          <span className="truncate font-medium">{name}</span>
          <span className="shrink-0 text-xs text-muted-foreground">
            {countOf(ids.length, 'step')}
          </span>
        </button>
      )}
      {canEdit ? (
        <>
          <Button
            type="button"
            variant="ghost"
            size="icon-sm"
            aria-label={`Rename ${name}`}
            title="Rename"
            onClick={() => editGroup(id)}
          >
            <PencilIcon aria-hidden />
          </Button>
          <Button
            type="button"
            variant="ghost"
            size="icon-sm"
            aria-label={`Ungroup ${name}`}
            title="Ungroup"
            onClick={() => run(dissolveGroups([id]))}
          >
            <UngroupIcon aria-hidden />
          </Button>
        </>
      ) : null}
    </li>
  )
}
