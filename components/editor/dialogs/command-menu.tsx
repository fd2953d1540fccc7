'use client'

import { useState } from 'react'
import {
  SearchDialog,
  SearchList,
  type SearchEntry,
  type SearchGroup,
} from '#components/ui/overlay/search-list'
import type { Step } from '#lib/domain/workflow/definition'
import type { MayNot } from '#lib/domain/access/own-rights'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { readingOrder } from '../model/graph.ts'
import { otherNamesOf } from '../palette-groups.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'
import { matchCommand } from './match-command.ts'
import { menuEntries, type MenuActions } from './menu-entries.ts'

const addTitle = (title: string) => `Add ${title}`
const namesOf = (type: string) => [type, ...otherNamesOf(type)]
const goTitle = (step: Step) => `Go to ${step.title} ${step.id}`

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  actions: MenuActions
  mayNot: MayNot
  stepTypes: StepTypeInfo[]
  onAdd(type: StepTypeInfo): void
  /** Where a step would be added, in words. */
  /** Undefined: nothing can be added to what is seen. */
  whereTo: string | undefined
}

/**
 * Lists everything that the editor can do by name: its commands, step types to add after the
 * selected step, steps to go to.
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

type CommandsProps = Omit<Props, 'open' | 'onOpenChange'> & { onDone(): void }

function Commands({ whereTo, ...props }: CommandsProps) {
  const commandsFor = useCommandEntries(props)
  const stepTypesFor = stepTypeEntries(props)
  const stepsFor = useStepEntries(props)
  // The group with the best match comes first, so that Enter chooses it.
  const groupsFor = (text: string): SearchGroup[] =>
    [
      ranked('Do', commandsFor(text)),
      ranked(`Add a step ${whereTo ?? ''}`, whereTo === undefined ? [] : stepTypesFor(text)),
      ranked('Go to', stepsFor(text)),
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

type Scored = SearchEntry & { score: number }

/** The entries that match, best first; equal ones stay in their order. */
function ranked(heading: string, entries: Scored[]): SearchGroup & { score: number } {
  const matching = entries
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  return { heading, entries: matching, score: matching[0]?.score ?? 0 }
}

/** Closes the menu, then acts: the action may open a dialog, or move the focus. */
const closeThen = (onDone: () => void, action: () => void) => () => {
  onDone()
  action()
}

type Parts = Omit<CommandsProps, 'whereTo'>

/** The commands of the menu that match a text. */
function useCommandEntries({ actions, mayNot, onDone }: Parts): (text: string) => Scored[] {
  const [mac] = useState(() => /Mac|iPhone|iPad/.test(navigator.userAgent))
  const allowed = menuEntries.filter(({ needs = [] }) => needs.every((act) => !mayNot[act]))
  return (text) =>
    allowed.map(({ name, title, icon: Icon, keys, words = [] }) => ({
      id: `do-${name}`,
      score: matchCommand(title, text, words),
      onSelect: closeThen(onDone, actions[name]),
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
}

/** The step types that match a text; choosing adds a step. */
function stepTypeEntries({ mayNot, stepTypes, onAdd, onDone }: Parts): (text: string) => Scored[] {
  const addable = mayNot.edit === undefined ? stepTypes : []
  return (text) =>
    addable.map((type) => ({
      id: `add-${type.type}`,
      score: matchCommand(addTitle(type.title), text, namesOf(type.type)),
      onSelect: closeThen(onDone, () => onAdd(type)),
      content: (
        <>
          <StepIcon name={type.icon} className="size-4" />
          <span className="truncate">{addTitle(type.title)}</span>
        </>
      ),
    }))
}

/** The steps that match a text; none for an empty one, because a thousand steps do not help. */
function useStepEntries({ onDone }: Parts): (text: string) => Scored[] {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  return (text) =>
    (text.trim() === '' ? [] : readingOrder(definition)).map((step) => ({
      id: `go-${step.id}`,
      score: matchCommand(goTitle(step), text),
      onSelect: closeThen(onDone, () => store.getState().focusOn(step.id, 'title')),
      content: (
        <>
          <StepIcon name={types.get(step.type)?.icon} className="size-4" />
          <span className="truncate">Go to {step.title || step.id}</span>
          <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
        </>
      ),
    }))
}
