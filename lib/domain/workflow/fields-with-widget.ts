const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a step type's configuration that a widget of this name edits. */
export const fieldsWithWidget = (widget: string, uiSchema: Record<string, unknown>): string[] =>
  Object.entries(uiSchema).flatMap(([field, hint]) =>
    isObject(hint) && hint['ui:widget'] === widget ? [field] : [],
  )
