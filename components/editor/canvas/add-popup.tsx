'use client'

import { Popover as Primitive } from 'radix-ui'
import { useContext } from 'react'
import { popupClass } from '#components/ui/overlay/overlay-class'
import { SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { titleOf } from '../commands/command.ts'
import { Known } from '../inspector/config/known.ts'
import { findStep } from '../model/graph.ts'
import { paletteGroups } from '../palette-groups.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { EditorState, NewPlace } from '../store.ts'
import { addAtPlace } from './add-at-place.ts'

/** By which branch of a step the new one will come, in words. */
function branchWords(definition: Definition, id: string, via: string | undefined): string {
  return via === undefined ? '' : `, by “${branchLabel(findStep(definition, id), via)}”`
}

/** Where the new step will stand, in words. */
function wordsOf({ definition }: EditorState, place: NewPlace): string {
  const title = (id: string) => titleOf(definition, id)
  if (place.kind === 'line') {
    if (place.link.kind === 'start') return `Before ${title(place.link.to)}`
    const { from, to, via } = place.link
    return `Between ${title(from)} and ${title(to)}${branchWords(definition, from, via)}`
  }
  if (place.kind === 'after')
    return `After ${title(place.step)}${branchWords(definition, place.step, place.via)}`
  if (place.kind === 'failure') return `When ${title(place.step)} fails`
  return place.kind === 'before' ? `Before ${title(place.step)}` : 'Here'
}

/** Offers the step types at the place of the canvas where the new step will stand. */
export function AddPopup() {
  const store = useEditorStore()
  const popup = useEditor((state) => state.popup)
  const where = useEditor((state) =>
    state.popup?.kind === 'add' ? wordsOf(state, state.popup.place) : '',
  )
  const types = useEditor((state) => state.types)
  const { connections } = useContext(Known)
  if (popup?.kind !== 'add') return null
  const choose = (type: StepTypeInfo) => {
    store.getState().setPopup(undefined)
    addAtPlace(store, type, popup.place, connections)
  }
  const groupsFor = (text: string): SearchGroup[] =>
    paletteGroups([...types.values()], text).map((group) => ({
      heading: group.category,
      entries: group.types.map((type) => ({
        id: type.type,
        onSelect: () => choose(type),
        content: (
          <>
            <StepIcon name={type.icon} className="size-4" />
            <span className="truncate">{type.title}</span>
          </>
        ),
      })),
    }))
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => (open ? undefined : store.getState().setPopup(undefined))}
    >
      <Primitive.Anchor
        className="pointer-events-none fixed"
        style={{ left: popup.at.x, top: popup.at.y }}
      />
      <Primitive.Portal>
        <Primitive.Content
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Add a step"
          className={`${popupClass} w-72 p-0`}
          // The choice puts the focus on the new step's title.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <p className="px-3 pt-2 text-xs text-muted-foreground">{where}</p>
          <SearchList
            label="Step to add"
            placeholder="Mail, screen, condition…"
            empty="No step is called that."
            groupsFor={groupsFor}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
