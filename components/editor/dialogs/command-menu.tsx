'use client'

import {
  CalendarClockIcon, CopyIcon, DownloadIcon, HistoryIcon, KeyboardIcon, ListTreeIcon, MaximizeIcon, PlayIcon, PlugIcon, Redo2Icon, RocketIcon, SaveIcon, SearchIcon, Undo2Icon, UploadIcon, WandSparklesIcon, type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { CommandDialog, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList, CommandShortcut } from '#components/ui/command'
import type { Step } from '#lib/domain/definition'
import type { StepTypeInfo } from '#lib/domain/step-type-info'
import { readingOrder } from '../model/graph.ts'
import { otherNamesOf } from '../palette-groups.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'
import { matchCommand } from './match-command.ts'

type Name = 'testRun' | 'publish' | 'tidy' | 'fit' | 'toggleView' | 'connect' | 'duplicateSteps' | 'undo' | 'redo' | 'save' | 'find' | 'versions' | 'schedules' | 'export' | 'import' | 'help'
export type MenuActs = Record<Name, () => void>

/** What the menu can do besides adding and finding steps; `changes` are for those who may change the workflow. */
const entries: { name: Name; title: string; icon: LucideIcon; keys?: string; changes?: boolean; words?: string[] }[] = [
  { name: 'testRun', title: 'Test run', icon: PlayIcon, changes: true, words: ['start', 'try', 'run'] },
  { name: 'publish', title: 'Publish', icon: RocketIcon, changes: true, words: ['release', 'deploy', 'version'] },
  { name: 'tidy', title: 'Tidy up', icon: WandSparklesIcon, keys: 'T', changes: true, words: ['layout', 'arrange', 'align'] },
  { name: 'fit', title: 'Fit the whole workflow', icon: MaximizeIcon, keys: 'F', words: ['zoom', 'all'] },
  { name: 'toggleView', title: 'Outline or canvas', icon: ListTreeIcon, keys: 'O', words: ['list', 'graph', 'view'] },
  { name: 'connect', title: 'Connect the selected step', icon: PlugIcon, keys: 'C', changes: true, words: ['link', 'edge', 'branch'] },
  { name: 'duplicateSteps', title: 'Duplicate the selected steps', icon: CopyIcon, keys: 'Mod+D', changes: true },
  { name: 'undo', title: 'Undo', icon: Undo2Icon, keys: 'Mod+Z', changes: true },
  { name: 'redo', title: 'Do it again', icon: Redo2Icon, keys: 'Mod+Shift+Z', changes: true, words: ['redo'] },
  { name: 'save', title: 'Save now', icon: SaveIcon, keys: 'Mod+S', changes: true },
  { name: 'find', title: 'Find in the configuration of the steps', icon: SearchIcon, keys: '/', words: ['search'] },
  { name: 'versions', title: 'Versions', icon: HistoryIcon, words: ['history', 'restore', 'compare'] },
  { name: 'schedules', title: 'Schedules', icon: CalendarClockIcon, words: ['cron', 'time'] },
  { name: 'export', title: 'Export as JSON', icon: DownloadIcon, words: ['download'] },
  { name: 'import', title: 'Import into this draft', icon: UploadIcon, changes: true },
  { name: 'help', title: 'Keyboard', icon: KeyboardIcon, keys: '?', words: ['help', 'shortcuts'] },
]

const addTitle = (title: string) => `Add ${title}`
const namesOf = (type: string) => [type, ...otherNamesOf(type)]
const goTitle = (step: Step) => `Go to ${step.title} ${step.id}`

type Props = { open: boolean; onOpenChange(open: boolean): void; acts: MenuActs; canEdit: boolean; stepTypes: StepTypeInfo[]; onAdd(type: StepTypeInfo): void; whereTo: string }

/** Everything that the editor can do, by name: its acts, a step type to add behind what is selected, a step to go to. */
export function CommandMenu({ open, onOpenChange, ...rest }: Props) {
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange} title="Commands" description="Type what you want to do, a step to add, or a step to go to." filter={matchCommand}>
      {open ? <Commands {...rest} onDone={() => onOpenChange(false)} /> : null}
    </CommandDialog>
  )
}

function Commands({ acts, canEdit, stepTypes, onAdd, whereTo, onDone }: Omit<Props, 'open' | 'onOpenChange'> & { onDone(): void }) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const [search, setSearch] = useState('')
  const [mac] = useState(() => /Mac|iPhone|iPad/.test(navigator.userAgent))
  // The menu closes first: an act may open a dialog, or take the focus somewhere.
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  const own = entries.filter(({ changes }) => canEdit || !changes)
  // A thousand steps are no help to somebody who has not said which.
  const steps = search.trim() === '' ? [] : readingOrder(definition)
  const best = (scores: number[]) => Math.max(0, ...scores)
  // What fits best stands first, where Enter takes it.
  const groups = [
    {
      heading: 'Do',
      score: best(own.map(({ title, words }) => matchCommand(title, search, words))),
      items: own.map(({ name, title, icon: Icon, keys, words = [] }) => (
        <CommandItem key={name} value={title} keywords={words} onSelect={choose(acts[name])}>
          <Icon aria-hidden /> <span className="truncate">{title}</span>
          {keys ? <CommandShortcut>{keys.replaceAll('Mod', mac ? '⌘' : 'Ctrl')}</CommandShortcut> : null}
        </CommandItem>
      )),
    },
    {
      heading: `Add a step ${whereTo}`,
      score: canEdit ? best(stepTypes.map(({ type, title }) => matchCommand(addTitle(title), search, namesOf(type)))) : 0,
      items: (canEdit ? stepTypes : []).map((type) => (
        <CommandItem key={type.type} value={addTitle(type.title)} keywords={namesOf(type.type)} onSelect={choose(() => onAdd(type))}>
          <StepIcon name={type.icon} className="size-4" /> <span className="truncate">{addTitle(type.title)}</span>
        </CommandItem>
      )),
    },
    {
      heading: 'Go to',
      score: best(steps.map((step) => matchCommand(goTitle(step), search))),
      items: steps.map((step) => (
        <CommandItem key={step.id} value={goTitle(step)} onSelect={choose(() => store.getState().focusOn(step.id, 'title'))}>
          <StepIcon name={types.get(step.type)?.icon ?? ''} className="size-4" />
          <span className="truncate">Go to {step.title || step.id}</span>
          <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
        </CommandItem>
      )),
    },
  ].sort((one, other) => other.score - one.score)
  return (
    <>
      <CommandInput placeholder="Do, add, or go to…" aria-label="Command" value={search} onValueChange={setSearch} />
      <CommandList>
        <CommandEmpty>Nothing is called that.</CommandEmpty>
        {groups.map(({ heading, items }) => (items.length > 0 ? <CommandGroup key={heading} heading={heading}>{items}</CommandGroup> : null))}
      </CommandList>
    </>
  )
}
