'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Group } from '#lib/domain/expressions/written/condition'
import { ExpressionScope } from '../../inspector/config/expression-scope.ts'
import { emptyGroup, incompleteCount, storedRules } from '../../inspector/conditions/group-edit.ts'
import { GroupFields } from '../../inspector/conditions/group-fields.tsx'
import { IncompleteRules } from '../../inspector/conditions/incomplete-rules.tsx'
import { formOperators, groupOfTest, testOfGroup } from '../../model/form/condition-test.ts'
import { kindTitles, type SchemaField } from '../../model/schema-fields.ts'

/** The rules as they are read again after they were written. */
const writtenGroup = (group: Group): Group | undefined => {
  const stored = storedRules(group)
  return stored && groupOfTest(testOfGroup(stored))
}

/** The rules as they are edited. */
function useRules(known: Group | undefined, change: (group: Group | undefined) => void) {
  const [group, setGroup] = useState(known ?? emptyGroup)
  const written = useRef(JSON.stringify(known))
  const outside = JSON.stringify(known)
  useEffect(() => {
    if (outside === written.current) return
    written.current = outside
    setGroup(outside === undefined ? emptyGroup : (JSON.parse(outside) as Group))
  }, [outside])
  const write = (next: Group) => {
    const kept = next.rules.length > 0 ? next : emptyGroup
    setGroup(kept)
    const stored = writtenGroup(kept)
    const before = written.current
    written.current = JSON.stringify(stored)
    if (written.current !== before) change(stored)
  }
  return { group, write }
}

type Props = {
  id: string
  label: string
  /** What holds without any rule. */
  unchosen: string
  /** The fields that rules can look at. */
  others: SchemaField[]
  rules: Group | undefined
  onChange(rules: Group | undefined): void
}

/** Rules over the other fields of a form. */
export default function FormRules({ id, label, unchosen, others, rules, onChange }: Props) {
  const { group, write } = useRules(rules, onChange)
  const scope = useMemo(
    () => ({
      items: others.map(({ name, title, kind, property }) => ({
        path: name,
        title: title || name,
        detail: kindTitles[kind],
        schema: property,
      })),
      sample: undefined,
      operators: formOperators,
    }),
    [others],
  )
  return (
    <ExpressionScope.Provider value={scope}>
      <div className="@container">
        <GroupFields
          id={id}
          label={label}
          unchosen={unchosen}
          group={group}
          disabled={false}
          onChange={write}
        />
        {rules ? <IncompleteRules count={incompleteCount(group)} /> : null}
      </div>
    </ExpressionScope.Provider>
  )
}
