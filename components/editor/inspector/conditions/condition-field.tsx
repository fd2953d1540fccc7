'use client'

import type { FieldProps } from '@rjsf/utils'
import { useContext, useEffect, useRef, useState } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { Button } from '#components/ui/input/button'
import { readCondition, type Group } from '#lib/domain/expressions/written/condition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { ExpressionField } from '../config/expression-field.tsx'
import { ConditionResult } from './condition-result.tsx'
import { conditionText, emptyGroup, incompleteCount } from './group-edit.ts'
import { GroupFields } from './group-fields.tsx'

/** The rules of an expression; undefined where only code can show it. */
const groupOf = (text: string): Group | undefined =>
  text.trim() === '' ? emptyGroup : readCondition(text)

/** The rules as they are edited. */
function useGroup(text: string, change: (text: string) => void) {
  const [group, setGroup] = useState(() => groupOf(text))
  const written = useRef(text)
  useEffect(() => {
    if (text === written.current) return
    written.current = text
    setGroup(groupOf(text))
  }, [text])
  const write = (next: Group) => {
    const kept = next.rules.length > 0 ? next : emptyGroup
    setGroup(kept)
    written.current = conditionText(kept)
    if (written.current !== text) change(written.current)
  }
  return { group, write }
}

/** A condition as rules in words; what they cannot show stays an expression, and says so. */
export function ConditionField(props: FieldProps) {
  const { formData, onChange, fieldPathId, schema, name, disabled } = props
  const text = isExpression(formData) ? formData.$ : ''
  const readOnly = useContext(ReadOnly) || disabled === true
  const id = fieldPathId.$id
  const label = String(schema.title ?? name)
  const { group, write } = useGroup(text, (next) =>
    onChange({ $: next }, fieldPathId.path, undefined, id),
  )
  const [asCode, setAsCode] = useState(false)
  if (asCode || !group)
    return (
      <div className="space-y-1.5">
        <ExpressionField {...props} />
        {group ? (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="h-7"
            onClick={() => setAsCode(false)}
          >
            Show as rules
          </Button>
        ) : (
          <p className="text-xs text-muted-foreground">
            Only code can show this condition: it does more than compare values.
          </p>
        )}
      </div>
    )
  return (
    <div className="@container space-y-1.5">
      <GroupFields id={id} label={label} group={group} disabled={readOnly} onChange={write} />
      <ConditionResult
        id={`${id}-preview`}
        group={group}
        text={text}
        incomplete={incompleteCount(group)}
      />
      {readOnly ? null : (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="h-7 text-muted-foreground"
          aria-label={`Edit ${label} as code`}
          onClick={() => setAsCode(true)}
        >
          Edit as code
        </Button>
      )}
    </div>
  )
}
