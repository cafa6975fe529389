/** Types that a user of the package meets and cannot name, since no entry exports them. */
import { dirname, join } from 'node:path';
import ts from 'typescript-5.9';

/** @param entries Declaration files, all in one folder or below it. */
export function unexportedTypes(entries: readonly string[]): string[] {
  const root = dirname(entries.toSorted((a, b) => a.length - b.length)[0]!);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    types: ['node'],
    typeRoots: [join(root, '..', '..', '@types')],
  };
  const program = ts.createProgram([...entries], options);
  const checker = program.getTypeChecker();
  const target = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = new Set<ts.Symbol>();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
    for (const symbol of checker.getExportsOfModule(module)) exported.add(target(symbol));
  }
  const missing = new Set<string>();
  const seen = new Set<ts.Symbol>();
  const reach = (symbol: ts.Symbol): void => {
    if (seen.has(symbol)) return;
    seen.add(symbol);
    const ours = (symbol.declarations ?? []).filter((node) => node.getSourceFile().fileName.startsWith(root));
    for (const declaration of ours) walk(declaration, symbol.name);
  };
  const walk = (node: ts.Node, within: string): void => {
    // Nobody but AskOnce constructs its classes.
    if (ts.isConstructorDeclaration(node)) return;
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : ts.isImportTypeNode(node)
          ? node.qualifier
          : undefined;
    const found = name && checker.getSymbolAtLocation(name);
    if (found) meet(target(found), within);
    ts.forEachChild(node, (child) => walk(child, within));
  };
  const meet = (symbol: ts.Symbol, within: string): void => {
    if (symbol.flags & ts.SymbolFlags.TypeParameter) return;
    const [declaration] = symbol.declarations ?? [];
    if (!declaration?.getSourceFile().fileName.startsWith(root)) return;
    // A type that its file keeps to itself is a part of another that is exported, and is spelled out by editors.
    if (!exported.has(symbol) && isExportedByFile(declaration)) missing.add(`${symbol.name} (met in ${within})`);
    reach(symbol);
  };
  for (const symbol of exported) reach(symbol);
  return [...missing].toSorted();
}

function isExportedByFile(declaration: ts.Declaration): boolean {
  const of = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.canHaveModifiers(of) && !!ts.getModifiers(of)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}
