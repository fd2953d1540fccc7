'use client'

import {
  CalendarClockIcon,
  CopyIcon,
  DownloadIcon,
  HistoryIcon,
  KeyboardIcon,
  ListTreeIcon,
  MaximizeIcon,
  PlayIcon,
  PlugIcon,
  Redo2Icon,
  RocketIcon,
  SaveIcon,
  SearchIcon,
  Undo2Icon,
  UploadIcon,
  WandSparklesIcon,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import {
  SearchDialog,
  SearchList,
  type SearchEntry,
  type SearchGroup,
} from '#components/ui/search-list'
import type { Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { readingOrder } from '../model/graph.ts'
import { otherNamesOf } from '../palette-groups.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'
import { matchCommand } from './match-command.ts'

type Name =
  | 'testRun'
  | 'publish'
  | 'tidy'
  | 'fit'
  | 'toggleView'
  | 'connect'
  | 'duplicateSteps'
  | 'undo'
  | 'redo'
  | 'save'
  | 'find'
  | 'versions'
  | 'schedules'
  | 'export'
  | 'import'
  | 'help'
export type MenuActions = Record<Name, () => void>

/**
 * What the menu can do besides adding and finding steps; `changes` are for those who may change the
 * workflow.
 */
const entries: {
  name: Name
  title: string
  icon: LucideIcon
  keys?: string
  changes?: boolean
  words?: string[]
}[] = [
  {
    name: 'testRun',
    title: 'Test run',
    icon: PlayIcon,
    changes: true,
    words: ['start', 'try', 'run'],
  },
  {
    name: 'publish',
    title: 'Publish',
    icon: RocketIcon,
    changes: true,
    words: ['release', 'deploy', 'version'],
  },
  {
    name: 'tidy',
    title: 'Tidy up',
    icon: WandSparklesIcon,
    keys: 'T',
    changes: true,
    words: ['layout', 'arrange', 'align'],
  },
  {
    name: 'fit',
    title: 'Fit the whole workflow',
    icon: MaximizeIcon,
    keys: 'F',
    words: ['zoom', 'all'],
  },
  {
    name: 'toggleView',
    title: 'Outline or canvas',
    icon: ListTreeIcon,
    keys: 'O',
    words: ['list', 'graph', 'view'],
  },
  {
    name: 'connect',
    title: 'Connect the selected step',
    icon: PlugIcon,
    keys: 'C',
    changes: true,
    words: ['link', 'edge', 'branch'],
  },
  {
    name: 'duplicateSteps',
    title: 'Duplicate the selected steps',
    icon: CopyIcon,
    keys: 'Mod+D',
    changes: true,
  },
  { name: 'undo', title: 'Undo', icon: Undo2Icon, keys: 'Mod+Z', changes: true },
  {
    name: 'redo',
    title: 'Do it again',
    icon: Redo2Icon,
    keys: 'Mod+Shift+Z',
    changes: true,
    words: ['redo'],
  },
  { name: 'save', title: 'Save now', icon: SaveIcon, keys: 'Mod+S', changes: true },
  {
    name: 'find',
    title: 'Find in the configuration of the steps',
    icon: SearchIcon,
    keys: '/',
    words: ['search'],
  },
  {
    name: 'versions',
    title: 'Versions',
    icon: HistoryIcon,
    words: ['history', 'restore', 'compare'],
  },
  { name: 'schedules', title: 'Schedules', icon: CalendarClockIcon, words: ['cron', 'time'] },
  { name: 'export', title: 'Export as JSON', icon: DownloadIcon, words: ['download'] },
  { name: 'import', title: 'Import into this draft', icon: UploadIcon, changes: true },
  { name: 'help', title: 'Keyboard', icon: KeyboardIcon, keys: '?', words: ['help', 'shortcuts'] },
]

const addTitle = (title: string) => `Add ${title}`
const namesOf = (type: string) => [type, ...otherNamesOf(type)]
const goTitle = (step: Step) => `Go to ${step.title} ${step.id}`

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  actions: MenuActions
  canEdit: boolean
  stepTypes: StepTypeInfo[]
  onAdd(type: StepTypeInfo): void
  /** Where a step would be added, in words. */
  whereTo: string
}

/**
 * Everything that the editor can do, by name: its acts, a step type to add behind what is selected,
 * a step to go to.
 */
export function CommandMenu({ open, onOpenChange, ...rest }: Props) {
  return (
    <SearchDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Commands"
      description="Type what you want to do, a step to add, or a step to go to."
    >
      {open ? <Commands {...rest} onDone={() => onOpenChange(false)} /> : null}
    </SearchDialog>
  )
}

type Scored = SearchEntry & { score: number }

/** What fits, best first; entries that fit alike stay in their order. */
function ranked(heading: string, entries: Scored[]): SearchGroup & { score: number } {
  const fitting = entries
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  return { heading, entries: fitting, score: fitting[0]?.score ?? 0 }
}

function Commands({
  actions,
  canEdit,
  stepTypes,
  onAdd,
  whereTo,
  onDone,
}: Omit<Props, 'open' | 'onOpenChange'> & { onDone(): void }) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const [mac] = useState(() => /Mac|iPhone|iPad/.test(navigator.userAgent))
  // The menu closes first: an act may open a dialog, or take the focus somewhere.
  const choose = (action: () => void) => () => {
    onDone()
    action()
  }
  const own = entries.filter(({ changes }) => canEdit || !changes)

  const toDo = (text: string): Scored[] =>
    own.map(({ name, title, icon: Icon, keys, words = [] }) => ({
      id: `do-${name}`,
      score: matchCommand(title, text, words),
      onSelect: choose(actions[name]),
      content: (
        <>
          <Icon aria-hidden /> <span className="truncate">{title}</span>
          {keys ? (
            <span className="ml-auto text-xs tracking-widest text-muted-foreground">
              {keys.replaceAll('Mod', mac ? '⌘' : 'Ctrl')}
            </span>
          ) : null}
        </>
      ),
    }))
  const toAdd = (text: string): Scored[] =>
    (canEdit ? stepTypes : []).map((type) => ({
      id: `add-${type.type}`,
      score: matchCommand(addTitle(type.title), text, namesOf(type.type)),
      onSelect: choose(() => onAdd(type)),
      content: (
        <>
          <StepIcon name={type.icon} className="size-4" />
          <span className="truncate">{addTitle(type.title)}</span>
        </>
      ),
    }))
  // A thousand steps are no help to somebody who has not said which.
  const toGo = (text: string): Scored[] =>
    (text.trim() === '' ? [] : readingOrder(definition)).map((step) => ({
      id: `go-${step.id}`,
      score: matchCommand(goTitle(step), text),
      onSelect: choose(() => store.getState().focusOn(step.id, 'title')),
      content: (
        <>
          <StepIcon name={types.get(step.type)?.icon} className="size-4" />
          <span className="truncate">Go to {step.title || step.id}</span>
          <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
        </>
      ),
    }))
  // The group with the best fit stands first, where Enter takes it.
  const groupsFor = (text: string): SearchGroup[] =>
    [
      ranked('Do', toDo(text)),
      ranked(`Add a step ${whereTo}`, toAdd(text)),
      ranked('Go to', toGo(text)),
    ].sort((one, other) => other.score - one.score)
  return (
    <SearchList
      label="Command"
      placeholder="Do, add, or go to…"
      empty="Nothing is called that."
      groupsFor={groupsFor}
    />
  )
}
