import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Application, type ProjectReflection, ReflectionKind, type TypeDocOptions } from 'typedoc';
import { codeHost, docs, root } from '../paths.ts';
import { apiModules } from './api-sidebar.ts';
import { firstParagraph } from './page-head.ts';

/** Options of typedoc with those of typedoc-plugin-markdown, which typedoc's types lack. */
interface MarkdownOptions extends Partial<TypeDocOptions> {
  entryFileName: string;
  hidePageHeader: boolean;
  hideBreadcrumbs: boolean;
  useCodeBlocks: boolean;
  indexFormat: 'table';
  parametersFormat: 'table';
  interfacePropertiesFormat: 'table';
  enumMembersFormat: 'table';
  typeDeclarationFormat: 'table';
  propertyMembersFormat: 'table';
  expandObjects: boolean;
  formatWithPrettier: boolean;
  tableColumnSettings: { hideSources: boolean; hideInherited: boolean; hideOverrides: boolean; hideModifiers: boolean };
}

/**
 * Writes the reference as Markdown, one page for each public name, so that the site's search finds the names.
 *
 * @throws Error for any warning, such as a broken link.
 */
export async function writeReference(): Promise<void> {
  const options: MarkdownOptions = {
    entryPointStrategy: 'packages',
    entryPoints: ['packages/sdk', 'packages/mock', 'packages/model'].map((path) => join(root, path)),
    plugin: [import.meta.resolve('typedoc-plugin-markdown')],
    router: 'member',
    out: join(docs, 'reference/api'),
    readme: 'none',
    name: 'API',
    cleanOutputDir: true,
    treatWarningsAsErrors: true,
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: false,
    useCodeBlocks: true,
    indexFormat: 'table',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    enumMembersFormat: 'table',
    typeDeclarationFormat: 'table',
    propertyMembersFormat: 'table',
    expandObjects: false,
    formatWithPrettier: false,
    tableColumnSettings: { hideSources: true, hideInherited: true, hideOverrides: true, hideModifiers: true },
    includeVersion: false,
    validation: { invalidLink: true },
    packageOptions: {
      excludeInternal: true,
      excludePrivate: true,
      excludeExternals: true,
      readme: 'none',
      validation: { invalidLink: true, notExported: true, notDocumented: true },
      requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias', 'Variable', 'Method'],
      skipErrorChecking: true,
      // Without git, source links are the same in every checkout.
      disableGit: true,
      displayBasePath: root,
      sourceLinkTemplate: `${codeHost}/blob/main/{path}#L{line}`,
      gitRevision: 'main',
    },
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (!project) throw new Error('typedoc could not read the packages');
  nameByImport(project);
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc warned, see above');
  writeStart();
}

/** Writes the start page: what each module is for, by the first sentence of its page. */
function writeStart(): void {
  const rows = apiModules().map((name) => {
    const about = firstParagraph(readFileSync(join(docs, 'reference/api', name, 'index.md'), 'utf8'));
    if (!about)
      throw new Error(`${name} does not say what it is for: its entry point needs a @packageDocumentation comment`);
    return `| [\`${name}\`](${name}/index.md) | ${about} |`;
  });
  const text = `# API

Every public name of the packages, by the module that exports it. Editors show the same texts as hovers.

| Module | What it is for |
| --- | --- |
${rows.join('\n')}
`;
  writeFileSync(join(docs, 'reference/api/index.md'), text);
}

/** Replaces the packages by their entry points, each named by its import: `@issue-tracking/sdk/redis`. */
function nameByImport(project: ProjectReflection): void {
  for (const pack of project.getChildrenByKind(ReflectionKind.Module)) {
    const entries = pack.getChildrenByKind(ReflectionKind.Module);
    // The names of a package with one entry point are its own children.
    if (entries.length === 0) continue;
    delete pack.children;
    project.removeReflection(pack);
    for (const entry of entries) {
      entry.name = posix.join(pack.name, entry.name.replace(/^packages\/\w+\/src/, ''));
      entry.parent = project;
      project.addChild(entry);
    }
  }
}
