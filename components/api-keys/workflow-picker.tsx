import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { allOf } from '#components/shared/loading/all-of'

type Props = { chosen: readonly string[]; onChange(chosen: string[]): void }

/** The workflows that a key may touch, one by one; a text finds them by name. */
export function WorkflowPicker({ chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const found = useQuery(allOf(listWorkflowsContract))
  const shown = (found.data ?? []).filter(
    ({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Workflows that the key may touch</legend>
      <Input
        type="search"
        placeholder="Find a workflow by name"
        aria-label="Find a workflow by name"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="max-h-48 space-y-2 overflow-y-auto rounded-md border p-3">
        {found.isPending ? <Skeleton className="h-6 w-40" /> : null}
        {found.error ? (
          <p className="text-sm text-destructive">The workflows could not be read. Try again.</p>
        ) : null}
        {found.data && shown.length === 0 ? (
          <p className="text-sm text-muted-foreground">No workflow has this name.</p>
        ) : null}
        {shown.map(({ id, name }) => (
          <label key={id} className="flex min-h-6 items-center gap-2 text-sm">
            <Checkbox
              checked={chosen.includes(id)}
              onCheckedChange={(isOn) => toggle(id, isOn === true)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
