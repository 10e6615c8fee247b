import ts from 'typescript';

/** The names that a module or its declarations export. */
export interface Exports {
  readonly all: ReadonlySet<string>;
  /** Those that are there at run time, and not types alone. */
  readonly values: ReadonlySet<string>;
}

/** Returns what a file exports: a module, or its declarations. */
export function exportsOf(file: string): Exports {
  const program = ts.createProgram([file], {
    allowJs: true,
    maxNodeModuleJsDepth: 0,
    module: ts.ModuleKind.NodeNext,
    // Names alone are asked for.
    noLib: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  const isValue = (symbol: ts.Symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.flags & ts.SymbolFlags.Value) !== 0;
  };
  return {
    all: new Set(symbols.map(({ name }) => name)),
    values: new Set(symbols.filter(isValue).map(({ name }) => name)),
  };
}

/** Returns a problem for each name that is a value only in the declarations, or only in the module. */
export function differentValues(declared: Exports, module: Exports): string[] {
  const missing = [...declared.values].filter((name) => !module.values.has(name));
  const hidden = [...module.values].filter((name) => !declared.values.has(name));
  return [
    ...missing.map((name) => `${name} is declared as a value, but not exported`),
    ...hidden.map((name) => `${name} is exported, but not declared as a value`),
  ];
}

/**
 * Whether declarations use a type only for its names, as `keyof Responses` or `typeof values`. A program that needs such a type
 * spells the names out.
 */
export function isSpelledOut(name: string, declarations: string): boolean {
  const code = declarations.replaceAll(/\/\*.*?\*\//gs, '');
  const used = code.replaceAll(new RegExp(`((keyof|typeof) |(interface|declare const|type) )${name}\\b`, 'g'), '');
  return !new RegExp(`\\b${name}\\b`).test(used);
}
