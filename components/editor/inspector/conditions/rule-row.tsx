'use client'

import { ArrowLeftRightIcon, XIcon } from 'lucide-react'
import { useContext } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import type { Operator, Rule } from '#lib/domain/expressions/written/condition'
import { ExpressionScope } from '../config/expression-scope.ts'
import { ChooseValue } from './choose-value.tsx'
import { ComparedField } from './compared-field.tsx'
import {
  comparedKind,
  firstCompared,
  firstRule,
  kindOfItem,
  operatorsFor,
  takesPath,
  withOperator,
} from './operators.ts'

type Props = {
  id?: string
  /** `When, rule 2`. */
  label: string
  rule: Rule
  /** What stands in place of a value that is not chosen yet. */
  unchosen?: string | undefined
  disabled: boolean
  onChange(rule: Rule): void
  /** Not where it is the only rule and empty. */
  onRemove?: (() => void) | undefined
}

/** A rule: a value, an operator by its kind, and what it is compared with. */
export function RuleRow(props: Props) {
  const { id, label, rule, unchosen, disabled, onChange, onRemove } = props
  const { items, operators } = useContext(ExpressionScope)
  const itemAt = (path: string) => items.find((one) => one.path === path)
  const item = itemAt(rule.path)
  const choose = (path: string) => onChange(firstRule(path, itemAt(path), operators))
  return (
    <div role="group" aria-label={label} className="flex items-start gap-1">
      <div className="grid min-w-0 grow grid-cols-2 gap-1.5">
        <div className={rule.path === '' ? 'col-span-2' : 'col-span-2 @xs:col-span-1'}>
          <ChooseValue
            {...(id ? { id } : {})}
            label={`${label}, value`}
            path={rule.path}
            unchosen={unchosen}
            disabled={disabled}
            onChoose={choose}
          />
        </div>
        {rule.path === '' ? null : (
          <>
            <NativeSelect
              aria-label={`${label}, comparison`}
              className="col-span-2 @xs:col-span-1"
              value={rule.operator}
              disabled={disabled}
              onChange={({ target }) =>
                onChange(withOperator(rule, target.value as Operator, item))
              }
            >
              {operatorsFor(kindOfItem(item), rule.operator, operators).map(([operator, words]) => (
                <option key={operator} value={operator}>
                  {words}
                </option>
              ))}
            </NativeSelect>
            <ComparedWith label={label} rule={rule} disabled={disabled} onChange={onChange} />
          </>
        )}
      </div>
      {onRemove ? (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          className="mt-0.5"
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

type ComparedProps = Pick<Props, 'label' | 'rule' | 'disabled' | 'onChange'>

function ComparedWith({ label, rule, disabled, onChange }: ComparedProps) {
  const { items, operators } = useContext(ExpressionScope)
  const { path, operator, compared } = rule
  const schema = items.find((one) => one.path === path)?.schema
  const kind = comparedKind(kindOfItem(items.find((one) => one.path === path)), operator, schema)
  if (kind === 'none') return null
  const isPath = compared?.kind === 'path'
  const toggle = () => {
    const fixed = firstCompared(kind, schema) ?? { kind: 'fixed' as const, value: '' }
    onChange({ path, operator, compared: isPath ? fixed : { kind: 'path', path: '' } })
  }
  return (
    <div className="col-span-2 flex min-w-0 items-start gap-1">
      <div className="min-w-0 grow">
        {isPath ? (
          <ChooseValue
            label={`${label}, compared with`}
            path={compared.path}
            disabled={disabled}
            onChoose={(other) =>
              onChange({ path, operator, compared: { kind: 'path', path: other } })
            }
          />
        ) : (
          <ComparedField
            // Fields that keep what is typed begin anew with another value.
            key={`${path} ${kind}`}
            label={`${label}, compared with`}
            kind={kind}
            schema={schema}
            compared={compared}
            disabled={disabled}
            onChange={(next) => onChange({ path, operator, compared: next })}
          />
        )}
      </div>
      {takesPath(operator) && !operators ? (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          className="mt-0.5"
          disabled={disabled}
          aria-pressed={isPath}
          aria-label={`${label}: compare with another value of the run`}
          title={isPath ? 'Compare with something fixed' : 'Compare with another value of the run'}
          onClick={toggle}
        >
          <ArrowLeftRightIcon aria-hidden />
        </Button>
      ) : null}
    </div>
  )
}
