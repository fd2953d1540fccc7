'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { isGroup, type Group, type Rule } from '#lib/domain/expressions/written/condition'
import {
  innerGroup,
  newRule,
  wayOf,
  withMore,
  withoutRule,
  withRule,
  withWay,
  type Way,
} from './group-edit.ts'
import { RuleRow } from './rule-row.tsx'

/** Groups in groups beyond this are only shown. */
const deepest = 3

const ways: [Way, string][] = [
  ['all', 'all of these hold'],
  ['any', 'any of these holds'],
  ['none', 'none of these holds'],
  ['not-all', 'not all of these hold'],
]

type Props = {
  id?: string
  label: string
  group: Group
  depth?: number
  /** What stands in place of a value that is not chosen yet. */
  unchosen?: string
  disabled: boolean
  onChange(group: Group): void
  onRemove?(): void
}

/** Rules that hold together: all of them, any, or none. */
export function GroupFields(props: Props) {
  const { id, label, group, depth = 0, unchosen, disabled, onChange } = props
  const change = (index: number, rule: Rule | Group) => onChange(withRule(group, index, rule))
  const isSingle = depth === 0 && group.rules.length < 2 && !group.not
  const isEmpty = isSingle && group.rules.every((one) => !isGroup(one) && one.path === '')
  return (
    <div
      role="group"
      aria-label={label}
      className={depth > 0 ? 'space-y-2 rounded-md border bg-muted/30 p-2' : 'space-y-2'}
    >
      {isSingle ? null : <GroupHead {...props} />}
      {group.rules.map((one, index) => {
        const parts = {
          ...(id && index === 0 ? { id } : {}),
          ...(unchosen === undefined ? {} : { unchosen }),
          disabled,
          ...(isEmpty ? {} : { onRemove: () => onChange(withoutRule(group, index)) }),
        }
        return isGroup(one) ? (
          <GroupFields
            key={index}
            {...parts}
            label={`${label}, group ${index + 1}`}
            group={one}
            depth={depth + 1}
            onChange={(next) => change(index, next)}
          />
        ) : (
          <RuleRow
            key={index}
            {...parts}
            label={`${label}, rule ${index + 1}`}
            rule={one}
            onChange={(next) => change(index, next)}
          />
        )
      })}
      {disabled || isEmpty ? null : <MoreButtons group={group} depth={depth} onChange={onChange} />}
    </div>
  )
}

/** How many of the rules have to hold. */
function GroupHead({ label, group, disabled, onChange, onRemove }: Props) {
  return (
    <div className="flex items-center gap-1">
      <NativeSelect
        aria-label={`${label}, how many rules have to hold`}
        className="h-8"
        value={wayOf(group)}
        disabled={disabled}
        onChange={({ target }) => onChange(withWay(group, target.value as Way))}
      >
        {ways.map(([way, words]) => (
          <option key={way} value={way}>
            {words}
          </option>
        ))}
      </NativeSelect>
      {onRemove ? (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          disabled={disabled}
          aria-label={`Remove ${label}`}
          onClick={onRemove}
        >
          <XIcon aria-hidden />
        </Button>
      ) : null}
    </div>
  )
}

type MoreProps = { group: Group; depth: number; onChange(group: Group): void }

function MoreButtons({ group, depth, onChange }: MoreProps) {
  const add = (rule: Rule | Group) => onChange(withMore(group, rule))
  const look = { type: 'button', variant: 'ghost', size: 'sm', className: 'h-7' } as const
  return (
    <div className="flex flex-wrap gap-1">
      <Button {...look} onClick={() => add(newRule)}>
        <PlusIcon aria-hidden /> Add a rule
      </Button>
      {depth < deepest ? (
        <Button {...look} onClick={() => add(innerGroup(group))}>
          <PlusIcon aria-hidden /> Add a group
        </Button>
      ) : null}
    </div>
  )
}
