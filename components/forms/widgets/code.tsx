'use client'

import type { WidgetProps } from '@rjsf/utils'
import { useContext } from 'react'
import { CodeField } from '#components/code/code-field'
import type { CodeLanguage } from '#components/code/code-field-props'
import { markOf } from '#components/code/mark-of'
import { CodeHelp } from '../../code/code-help.ts'
import { CodeWarnings } from '../../code/code-warnings.tsx'

const languages: Record<string, CodeLanguage> = {
  markdown: 'markdown',
  json: 'json',
  sql: 'sql',
  html: 'html',
  jsonata: 'jsonata',
  typescript: 'typescript',
}

/**
 * Text in a code editor. `ui:options.language` names the language; `CodeHelp` around the form
 * provides completions.
 */
export function CodeWidget({
  id,
  value,
  label,
  disabled,
  readonly,
  onChange,
  options,
  uiSchema,
  rawErrors = [],
}: WidgetProps) {
  const { completions, scope, problems = [] } = useContext(CodeHelp)
  const own = problems.filter(({ code, path }) => code === 'mistyped_code' && id === fieldId(path))
  const language = languages[String(options['language'] ?? uiSchema?.['ui:widget'])] ?? 'typescript'
  // Around it stays the same, so that warnings do not make another editor.
  return (
    <div className="space-y-1.5">
      <CodeField
        id={id}
        label={label}
        language={language}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => onChange(text === '' ? options.emptyValue : text)}
        readOnly={(disabled ?? false) || (readonly ?? false)}
        minLines={Number(options['rows'] ?? (language === 'typescript' ? 10 : 4))}
        invalid={rawErrors.length > 0}
        marks={[
          ...rawErrors.map((message) => markOf({ message, severity: 'error' })),
          ...own.map(markOf),
        ]}
        {...(language === 'typescript' ? { completions, ...(scope ? { scope } : {}) } : {})}
      />
      {own.length > 0 ? <CodeWarnings problems={own} /> : null}
    </div>
  )
}

/** `config.source` is the field `config_source` of the form. */
const fieldId = (path: string | undefined): string => (path ?? '').replaceAll('.', '_')
