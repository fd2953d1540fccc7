/**
 * One reason why a request was refused; `path` names the field, JSON-pointer-like but dotted
 * (`to.postalCode`, `steps.2.config`).
 */
export type Issue = { path: string; message: string }
