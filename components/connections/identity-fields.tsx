'use client'

import { useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { slugOf } from '#lib/domain/slug'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import type { ConnectionDraft } from './save-connection.ts'

type Props = {
  form: UseFormReturn<ConnectionDraft>
  existing: ConnectionView | null
  /** What the server refused, by field. */
  errors: Record<string, string>
}

/** Name and slug. The slug of a new connection follows the name until the person writes it. */
export function IdentityFields({ form, existing, errors }: Props) {
  const slug = useWatch({ control: form.control, name: 'slug' })
  const follows = useRef(existing === null)
  const name = form.register('name', {
    onChange: (event: { target: { value: string } }) => {
      if (follows.current) form.setValue('slug', slugOf(event.target.value, ''))
    },
  })
  const slugField = form.register('slug', {
    onChange: () => {
      follows.current = false
    },
  })
  return (
    <>
      <div className="space-y-1.5">
        <Label htmlFor="connection-name">Name</Label>
        <Input
          id="connection-name"
          aria-required
          autoComplete="off"
          aria-invalid={errors['name'] !== undefined}
          aria-describedby="connection-name-help"
          {...name}
        />
        <p id="connection-name-help" className="text-xs text-destructive empty:hidden">
          {errors['name']}
        </p>
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="connection-slug">Short name</Label>
        <Input
          id="connection-slug"
          className="font-mono"
          aria-required
          autoComplete="off"
          spellCheck={false}
          aria-invalid={errors['slug'] !== undefined}
          aria-describedby="connection-slug-help"
          {...slugField}
        />
        <p
          id="connection-slug-help"
          className={`text-xs ${errors['slug'] ? 'text-destructive' : 'text-muted-foreground'}`}
        >
          {errors['slug'] ?? slugHelp(existing, slug)}
        </p>
      </div>
    </>
  )
}

/** What the slug is for, or, when it changes, what changes with it. */
function slugHelp(existing: ConnectionView | null, slug: string): string {
  if (!existing || slug === existing.slug) return 'Workflows and the API name the connection by it.'
  return (
    `Workflows that name “${existing.slug}” are changed with it: their drafts, and what is ` +
    'published by a next version. Other systems will not find it any more.'
  )
}
