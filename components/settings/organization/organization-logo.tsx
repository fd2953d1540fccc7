'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUpIcon, Trash2Icon } from 'lucide-react'
import { useRef } from 'react'
import { toast } from '#components/shared/messages/toast'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  getSettingsContract,
  removeLogoContract,
  setLogoContract,
  type SettingsView,
} from '#lib/contracts/organization/settings'
import { call, sendFile } from '#lib/http/client'

function useLogoChanges() {
  const client = useQueryClient()
  const settled = {
    onSuccess: (saved: SettingsView) => {
      client.setQueryData(queryOf(getSettingsContract).queryKey, saved)
      toast.success('Saved.')
    },
    onError: (error: Error) => toast.error(error.message),
  }
  const set = useMutation({
    mutationFn: (file: File) => sendFile<SettingsView>(setLogoContract, file),
    ...settled,
  })
  const remove = useMutation({ mutationFn: () => call(removeLogoContract), ...settled })
  return { set, remove }
}

/** The logo, and the ways to change it. */
export function OrganizationLogo({ settings }: { settings: SettingsView }) {
  const { set, remove } = useLogoChanges()
  const input = useRef<HTMLInputElement>(null)
  const busy = set.isPending || remove.isPending
  const { logo, name } = settings
  return (
    <div className="space-y-2">
      <h3 className="text-sm font-medium">Logo</h3>
      <div className="flex flex-wrap items-center gap-3">
        {logo ? (
          // White behind it in dark mode, too: most logos are made for paper.
          // oxlint-disable-next-line nextjs/no-img-element -- a small picture of our own server
          <img
            src={logo.path}
            alt={`Logo of ${name}`}
            width={logo.width}
            height={logo.height}
            className="h-12 w-auto max-w-60 rounded-md border bg-white object-contain p-1"
          />
        ) : null}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          className="sr-only"
          aria-label="Picture of the logo"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) set.mutate(file)
            // So that the same file can be chosen again.
            event.target.value = ''
          }}
        />
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          <ImageUpIcon aria-hidden /> {logo ? 'Replace the logo' : 'Choose a logo'}
        </Button>
        {logo ? (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            disabled={busy}
            onClick={() => remove.mutate()}
          >
            <Trash2Icon aria-hidden /> Remove the logo
          </Button>
        ) : null}
      </div>
      <p className="text-sm text-muted-foreground">
        PNG or JPEG, at most 256 KB. Shown on shared forms, invitations and mails.
      </p>
    </div>
  )
}
