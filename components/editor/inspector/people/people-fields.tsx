'use client'

import type { FieldProps } from '@rjsf/utils'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDirectoryGroupsContract } from '#lib/contracts/organization/directories'
import { allOf } from '#components/shared/loading/all-of'
import type { Known } from './entries.ts'
import { NamesField, type Words } from './names-field.tsx'
import { knownMembers, useMembers } from './use-members.ts'

const peopleWords: Words = {
  add: 'Add a person',
  heading: 'People',
  placeholder: 'Search by name or e-mail…',
  empty: 'Nobody is called so. Type a whole e-mail address to add it.',
}

const asAddress = (text: string): Known | undefined =>
  /^\S+@\S+\.\S+$/.test(text) ? { value: text, title: `Add ${text}` } : undefined

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []

/** Some people, each by e-mail address: that means the same in another organization, too. */
export function PeopleField(props: FieldProps) {
  const [text, setText] = useState('')
  const { members, areAll } = useMembers(text, textsIn(props.formData))
  return (
    <NamesField
      field={props}
      words={peopleWords}
      known={knownMembers(members)}
      areAll={areAll}
      typed={asAddress}
      onText={setText}
    />
  )
}

const groupWords: Words = {
  add: 'Add a group',
  heading: 'Groups',
  placeholder: 'Search groups…',
  empty: 'No group is called so. Groups come from a directory, under Settings.',
}

const nothingTyped = (): undefined => undefined

/** Some groups of directories, each by its id. */
export function GroupsField(props: FieldProps) {
  const groups = useQuery({
    staleTime: 30_000,
    ...allOf(listDirectoryGroupsContract),
  })
  const known = (groups.data ?? []).map(({ id, name, directory }) => ({
    value: id,
    title: name,
    detail: directory.name,
  }))
  return (
    <NamesField
      field={props}
      words={groupWords}
      known={known}
      areAll={groups.data !== undefined}
      typed={nothingTyped}
    />
  )
}
