import type { CyclicSchemaExpandProps } from '@rjsf/utils'
import { buttonId, getTemplate } from '@rjsf/utils'
import { humanName } from '#lib/domain/human-name'
import { useFormTexts } from '../texts.ts'

/** A field that has the same kind of field inside of itself: it is drawn when a person adds it. */
export function AgainTemplate(props: CyclicSchemaExpandProps) {
  const { name, fieldPathId, registry, schema, uiSchema, onExpand } = props
  const { text } = useFormTexts()
  const { AddButton } = getTemplate('ButtonTemplates', registry)
  const what = schema.title ?? humanName(name)
  return (
    <AddButton
      id={buttonId(fieldPathId, 'add')}
      onClick={() => onExpand(fieldPathId.$id)}
      uiSchema={{ ...uiSchema, 'ui:addLabel': text('entry.add one', { name: what }) }}
      registry={registry}
    />
  )
}
