'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlusIcon, XIcon } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  listWorkflowsContract,
  listWorkflowTagsContract,
  readWorkflowContract,
  updateWorkflowContract,
  type WorkflowSummary,
} from '#lib/contracts/workflows/workflows'
import { cleanTags } from '#lib/domain/workflow/clean-tags'
import { call } from '#lib/http/client'

type Tagged = Pick<WorkflowSummary, 'id' | 'name' | 'tags'>

/** What is typed, as tags: several are divided by commas. */
const tagsIn = (typed: string): string[] => cleanTags(typed.split(',')).filter((tag) => tag !== '')

type ChosenProps = { tags: string[]; onRemove(tag: string): void }

function Chosen({ tags, onRemove }: ChosenProps) {
  if (tags.length === 0) return <p className="text-sm text-muted-foreground">No tags yet.</p>
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Button
            type="button"
            variant="secondary"
            size="sm"
            className="max-w-full"
            onClick={() => onRemove(tag)}
          >
            <span className="truncate">{tag}</span>
            <XIcon aria-hidden />
            <span className="sr-only">: remove</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The tags of other workflows, so that nobody writes the same one in another way. */
function Known({ tags, onAdd }: { tags: string[]; onAdd(tag: string): void }) {
  const known = useQuery({ ...queryOf(listWorkflowTagsContract), staleTime: 0 })
  const others = (known.data?.items ?? []).filter(({ tag }) => !tags.includes(tag)).slice(0, 20)
  if (others.length === 0) return null
  return (
    <div className="space-y-1.5">
      <p className="text-sm text-muted-foreground">In use here</p>
      <div className="flex flex-wrap gap-1.5">
        {others.map(({ tag }) => (
          <Button
            key={tag}
            type="button"
            variant="outline"
            size="sm"
            className="max-w-full"
            onClick={() => onAdd(tag)}
          >
            <PlusIcon aria-hidden />
            <span className="sr-only">Add </span>
            <span className="truncate">{tag}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function useTags({ id, tags: before }: Tagged, onDone: () => void) {
  const client = useQueryClient()
  const [tags, setTags] = useState(before)
  const [typed, setTyped] = useState('')
  const add = (words: string) => {
    setTags(cleanTags([...tags, ...tagsIn(words)]))
    setTyped('')
  }
  const save = useMutation({
    mutationFn: () =>
      call(updateWorkflowContract, {
        params: { id },
        body: { tags: cleanTags([...tags, ...tagsIn(typed)]) },
      }),
    onSuccess: async () => {
      await refresh(client, listWorkflowsContract, listWorkflowTagsContract, readWorkflowContract)
      onDone()
    },
  })
  return { tags, setTags, typed, setTyped, add, save }
}

function TagsForm({ workflow, onDone }: { workflow: Tagged; onDone(): void }) {
  const { tags, setTags, typed, setTyped, add, save } = useTags(workflow, onDone)
  function onKeyDown(event: KeyboardEvent) {
    const ends = event.key === 'Enter' || event.key === ','
    if (!ends || typed.trim() === '' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(typed)
  }
  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <DialogHeader>
        <DialogTitle>Tags of “{workflow.name}”</DialogTitle>
        <DialogDescription>
          Words by which people find it, over all folders. Small and large letters are the same.
        </DialogDescription>
      </DialogHeader>
      <Chosen tags={tags} onRemove={(tag) => setTags(tags.filter((one) => one !== tag))} />
      <Labelled id="new-tag" label="Add a tag">
        <Input
          id="new-tag"
          autoComplete="off"
          maxLength={200}
          placeholder="Enter or a comma adds it"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
      </Labelled>
      <Known tags={tags} onAdd={add} />
      {save.error ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          Save tags
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = { workflow: Tagged | undefined; onClose(): void }

/** Changes the tags of a workflow. */
export function TagsDialog({ workflow, onClose }: Props) {
  return (
    <Dialog open={workflow !== undefined} onOpenChange={onClose}>
      <DialogContent className="max-h-[92dvh] overflow-y-auto">
        {workflow ? <TagsForm workflow={workflow} onDone={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}
