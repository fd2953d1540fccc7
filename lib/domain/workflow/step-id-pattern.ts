/**
 * A step's id. It is also its name in expressions (`steps.<id>.output`), so it must be a plain
 * identifier in lower case.
 */
export const stepIdPattern = /^[a-z][a-z0-9_]*$/
