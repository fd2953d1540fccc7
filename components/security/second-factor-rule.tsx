'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { toast } from '#components/shared/messages/toast'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { queryOf } from '#components/shared/loading/queries'
import {
  changeSettingsContract,
  getSettingsContract,
  type SettingsView,
} from '#lib/contracts/organization/settings'
import { call } from '#lib/http/client'

type Rule = SettingsView['secondFactor']

const titles: Record<Rule, string> = {
  owners: 'Owners',
  everyone: 'Everyone',
  nobody: 'Nobody',
}

/** Who of the organization must sign in with a second factor. */
export function SecondFactorRule() {
  const id = useId()
  const client = useQueryClient()
  const query = useQuery(queryOf(getSettingsContract))
  const save = useMutation({
    mutationFn: (secondFactor: Rule) => call(changeSettingsContract, { body: { secondFactor } }),
    onSuccess: (saved) => {
      client.setQueryData(queryOf(getSettingsContract).queryKey, saved)
      toast.success('Saved.')
    },
    onError: (error) => toast.error(error.message),
  })
  if (!query.data) return null
  return (
    <div className="max-w-md">
      <Labelled
        id={id}
        label="Second factor required of"
        help="People have 14 days to set one up; after that, signing in by password begins with it."
      >
        <NativeSelect
          id={id}
          value={query.data.secondFactor}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.target.value as Rule)}
        >
          {Object.entries(titles).map(([rule, title]) => (
            <option key={rule} value={rule}>
              {title}
            </option>
          ))}
        </NativeSelect>
      </Labelled>
    </div>
  )
}
