import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { components } from '../../packages/model/src/open-api/json-schema.ts';

type Descriptions = Record<string, Record<string, string>>;

/**
 * Returns the descriptions of the members of all components, from the comments of their interfaces; names of nested members
 * are separated by points. A file and not part of the schemas, because every browser bundle contains those.
 */
export function memberDescriptions(): Descriptions {
  const folder = join(import.meta.dirname, '../../packages/model/src/resources');
  const found: Descriptions = {};
  for (const file of globSync('*.ts', { cwd: folder }).sort()) {
    const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) || !(statement.name.text in components)) continue;
      found[statement.name.text] = Object.fromEntries(describedMembers(statement.members, ''));
    }
  }
  return found;
}

function describedMembers(members: ts.NodeArray<ts.TypeElement>, prefix: string): [path: string, text: string][] {
  return members.filter(ts.isPropertySignature).flatMap((member) => {
    const path = prefix + member.name.getText();
    const [comment] = ts.getJSDocCommentsAndTags(member);
    const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').replaceAll(/\s+/g, ' ').replace(/\.$/, '');
    if (text === '') throw new Error(`${path} has no comment in ${member.getSourceFile().fileName}.`);
    const nested =
      member.type && ts.isTypeLiteralNode(member.type) ? describedMembers(member.type.members, `${path}.`) : [];
    return [[path, text], ...nested];
  });
}
