'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/dialog'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { createWorkflowContract, type Workflow } from '#lib/contracts/workflows'
import { slugOf } from '#lib/domain/slug'
import { ApiFailure, call } from '#lib/http/client'
import { templates } from './templates.ts'

/** Asks for a name and what to begin with. The slug follows the name until somebody writes it. */
export function CreateDialog({
  open,
  onOpenChange,
  onCreated,
}: {
  open: boolean
  onOpenChange(open: boolean): void
  onCreated(workflow: Workflow): void
}) {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string | null>(null)
  const [template, setTemplate] = useState('blank')
  const create = useMutation({
    mutationFn: () => {
      const definition = templates.find((one) => one.id === template)?.definition
      return call(createWorkflowContract, {
        body: {
          name: name.trim(),
          ...(slug ? { slug } : {}),
          ...(definition ? { definition } : {}),
        },
      })
    },
    onSuccess: onCreated,
  })
  const fault = (field: string) =>
    create.error instanceof ApiFailure
      ? create.error.issues.find((issue) => issue.path === field)?.message
      : undefined
  const slugFault =
    fault('slug') ??
    (create.error instanceof ApiFailure && create.error.status === 409
      ? create.error.message
      : undefined)
  const nameFault = fault('name')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        create.reset()
        onOpenChange(next)
      }}
    >
      <DialogContent className="max-h-[92dvh] overflow-y-auto">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate()
          }}
        >
          <DialogHeader>
            <DialogTitle>New workflow</DialogTitle>
            <DialogDescription>Everything here can be changed later.</DialogDescription>
          </DialogHeader>
          <div className="grid gap-1.5">
            <Label htmlFor="new_name">Name</Label>
            <Input
              id="new_name"
              autoFocus
              maxLength={200}
              value={name}
              aria-invalid={nameFault !== undefined}
              onChange={(event) => setName(event.target.value)}
            />
            {nameFault ? (
              <p role="alert" className="text-sm text-destructive">
                {nameFault}
              </p>
            ) : null}
          </div>
          <div className="grid gap-1.5">
            <Label htmlFor="new_slug">Slug</Label>
            <Input
              id="new_slug"
              maxLength={64}
              className="font-mono text-[13px]"
              value={slug ?? (name.trim() ? slugOf(name) : '')}
              aria-invalid={slugFault !== undefined}
              aria-describedby="new_slug_help"
              onChange={(event) => setSlug(event.target.value || null)}
            />
            <p id="new_slug_help" className="text-xs text-muted-foreground">
              Its name in addresses and in the API.
            </p>
            {slugFault ? (
              <p role="alert" className="text-sm text-destructive">
                {slugFault}
              </p>
            ) : null}
          </div>
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">Begin with</legend>
            {templates.map((one) => (
              <label
                key={one.id}
                className="flex cursor-pointer items-start gap-3 rounded-lg border p-3 has-[:checked]:border-primary has-[:checked]:bg-accent/50 has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring"
              >
                <input
                  type="radio"
                  name="template"
                  value={one.id}
                  checked={template === one.id}
                  onChange={() => setTemplate(one.id)}
                  className="mt-1 size-4 accent-primary outline-none"
                />
                <span>
                  <span className="block text-sm font-medium">{one.title}</span>
                  <span className="block text-xs text-muted-foreground">{one.description}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {create.isError && !slugFault && !nameFault ? (
            <p role="alert" className="text-sm text-destructive">
              {create.error.message}
            </p>
          ) : null}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === '' || create.isPending}>
              {create.isPending ? 'Creating…' : 'Create'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
