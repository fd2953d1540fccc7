import ts from 'typescript-js'

/** Text that is put between the characters of the author's code, only for the check. */
type Insertion = { at: number; text: string; before: boolean }

/** Code with the type of its argument, and how its places are those of the author's text. */
export type TypedSource = {
  text: string
  /** It has types; else it is plain JavaScript, of which less is asked. */
  isTypeScript: boolean
  toTyped(at: number): number
  toSource(at: number): number
}

const typeKinds = new Set([
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.TypeAssertionExpression,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.TypeParameter,
])

/** Whether the code has anything that JavaScript has not. */
function hasTypes(node: ts.Node): boolean {
  if (typeKinds.has(node.kind)) return true
  // `class A extends B` is a type by its kind only.
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true
  return ts.forEachChild(node, hasTypes) ?? false
}

type Main = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

const isMain = (node: ts.Node | undefined): node is Main =>
  node !== undefined &&
  (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node))

function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node
}

/** What a top-level name stands for. */
function declared(source: ts.SourceFile, name: string): ts.Node | undefined {
  for (const node of source.statements) {
    if (ts.isFunctionDeclaration(node) && node.name?.text === name) return node
    if (!ts.isVariableStatement(node)) continue
    for (const each of node.declarationList.declarations)
      if (ts.isIdentifier(each.name) && each.name.text === name && !each.type && each.initializer)
        return bare(each.initializer)
  }
  return undefined
}

/** The function that the code exports as its default. */
function mainOf(source: ts.SourceFile): Main | undefined {
  const isDefault = ({ kind }: ts.Node): boolean => kind === ts.SyntaxKind.DefaultKeyword
  for (const node of source.statements) {
    let found: ts.Node | undefined
    if (ts.isFunctionDeclaration(node) && node.modifiers?.some(isDefault)) found = node
    if (ts.isExportAssignment(node) && !node.isExportEquals) found = bare(node.expression)
    if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause))
      found = node.exportClause.elements
        .filter((each) => each.name.text === 'default')
        .map((each) => declared(source, (each.propertyName ?? each.name).text))[0]
    if (found && ts.isIdentifier(found)) found = declared(source, found.text)
    if (isMain(found)) return found
  }
  return undefined
}

function insertionsFor(source: ts.SourceFile, type: string): Insertion[] {
  const main = mainOf(source)
  const parameter = main?.parameters[0]
  if (!main || !parameter || parameter.type || parameter.dotDotDotToken) return []
  const { name } = parameter
  const typed = { at: name.end, text: `: ${type}`, before: false }
  // `input => …`
  const isBare =
    ts.isArrowFunction(main) &&
    !main.getChildren(source).some(({ kind }) => kind === ts.SyntaxKind.OpenParenToken)
  if (!isBare) return [typed]
  return [
    { at: name.getStart(source), text: '(', before: true },
    { ...typed, text: `: ${type})` },
  ]
}

/**
 * Gives the argument of the default export its type, where the author gave it none: neither
 * TypeScript nor JavaScript can know it otherwise. All else stays as it is.
 */
export function typedSource(code: string, type: string): TypedSource {
  const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ESNext, true)
  const insertions = insertionsFor(source, type)
  let text = code
  for (const { at, text: more } of insertions.toReversed())
    text = text.slice(0, at) + more + text.slice(at)
  return {
    text,
    isTypeScript: hasTypes(source),
    toTyped(at) {
      let moved = at
      for (const each of insertions)
        if (each.before ? each.at <= at : each.at < at) moved += each.text.length
      return moved
    },
    toSource(at) {
      let moved = at
      for (const each of insertions)
        if (each.at < moved) moved = Math.max(each.at, moved - each.text.length)
      return moved
    },
  }
}
