/** Descriptions of resources for the OpenAPI document, read from the doc comments of their interfaces. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** The content of `packages/model/src/open-api/resources.json`. */
export interface Resources {
  /** The name of each operation's response interface. */
  operations: Record<string, string>;
  /** The members' descriptions for each interface. Nested members are `outer.inner`. */
  texts: Record<string, Record<string, string>>;
  /** Members without a doc comment. */
  problems: string[];
}

/** Reads the descriptions. @param model The folder `packages/model/src`. */
export function readResources(model: string): Resources {
  const found: Resources = { operations: {}, texts: {}, problems: [] };
  // `List<Comment>` or `Item<TechContext | null>`: the name between the brackets.
  for (const { name, type } of members(interfacesIn(join(model, 'endpoints.ts')).get('Responses')))
    found.operations[name] = /<(\w+)( \| null)?>$/.exec(type?.getText() ?? '')?.[1] ?? '';
  for (const path of globSync(join(model, 'resources/*.ts')).sort()) {
    for (const [name, declaration] of interfacesIn(path)) {
      const texts = Object.fromEntries(textsOf(declaration));
      found.texts[name] = texts;
      for (const member of Object.keys(texts).filter((each) => texts[each] === ''))
        found.problems.push(
          `packages/model/src/${relative(model, path)}: ${name}.${member} has no doc comment, which the OpenAPI document needs.`,
        );
    }
  }
  return found;
}

type Declaration = ts.InterfaceDeclaration | ts.TypeLiteralNode;

function interfacesIn(path: string): Map<string, ts.InterfaceDeclaration> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  return new Map(source.statements.filter(ts.isInterfaceDeclaration).map((each) => [each.name.text, each]));
}

function members(declaration: Declaration | undefined) {
  const all: readonly ts.TypeElement[] = declaration?.members ?? [];
  return all.filter(ts.isPropertySignature).map((member) => ({
    name: ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(),
    type: member.type,
    text: ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
      .join(' '),
  }));
}

/** Yields each member with its doc comment, without the final period, as descriptions are written. */
function* textsOf(declaration: Declaration, above = ''): Generator<[member: string, text: string]> {
  for (const { name, type, text } of members(declaration)) {
    yield [above + name, text.replaceAll('\n', ' ').replace(/\.$/, '')];
    if (type && ts.isTypeLiteralNode(type)) yield* textsOf(type, `${above}${name}.`);
  }
}
