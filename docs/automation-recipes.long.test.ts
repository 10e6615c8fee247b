import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../tools/project/free-port.ts';

/** The parts of a workflow that the tests read. */
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: Step[] }>;
}
interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Compose {
  services: {
    mock: { command: string[]; environment: Record<string, string> };
    application: { environment: Record<string, string> };
  };
}

const root = join(import.meta.dirname, '..');
const conditions = '--conditions=@issue-tracking/source';
const cli = join(root, 'packages/mock/src/cli.ts');

/** Returns the code blocks of a page in one language. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
}

/** Creates a folder with the packages and these files. Removes it after the test. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
  return folder;
}

/** Runs a command to its end. Processes that it leaves running end with the test. */
async function run(command: string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd,
    detached: true,
    env: { ...process.env, NODE_OPTIONS: conditions, PATH: `${cwd}/bin:${process.env['PATH']}`, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  onTestFinished(() => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All processes have exited.
    }
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

const [testing, fixing] = blocks('recipes/ci.md', 'yaml').map((text): Workflow => parse(text));

/** Returns the script of a step, which runners pass to `bash -e`. */
function stepOf(workflow: Workflow | undefined, name: string): string {
  const steps = Object.values(workflow?.jobs ?? {}).flatMap((job) => job.steps);
  const found = steps.find((step) => step.name === name)?.run;
  if (!found) throw new Error(`There is no step ${name}`);
  return found;
}

test('each step of the workflows runs a command or an action that is pinned by commit', () => {
  const pinned = /^actions\/[\w-]+@[0-9a-f]{40}$/;
  for (const { jobs } of [testing, fixing].filter((each) => each !== undefined)) {
    for (const { uses, run: command } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      expect(uses === undefined).toBe(command !== undefined);
      if (uses) expect(uses).toMatch(pinned);
    }
  }
  expect([testing, fixing].map((each) => Object.keys(each?.jobs ?? {}))).toEqual([
    ['test'],
    ['change', 'submit', 'give-back'],
  ]);
});

test('the job of the agent has neither an API key nor a token with write access', () => {
  const steps = Object.values(fixing?.jobs ?? {}).flatMap((job) => job.steps);
  const having = steps.filter(({ env }) => env && 'ISSUE_TRACKING_API_KEY' in env);
  expect(having.map(({ name }) => name)).toEqual(['Read the issue', 'Submit the fix', 'Give the issue back']);
  expect(fixing?.permissions).toEqual({});
  expect(fixing?.jobs['change']?.permissions).toEqual({ contents: 'read' });
});

test('only the job that pushes keeps the credentials of its checkout', () => {
  for (const [name, { steps }] of [testing, fixing].flatMap((each) => Object.entries(each?.jobs ?? {})))
    for (const { uses, with: inputs } of steps)
      if (uses?.startsWith('actions/checkout@') && name !== 'submit')
        expect(inputs, name).toMatchObject({ 'persist-credentials': false });
});

test('the workflow of the test job runs the tests beside the mock, and fails with them', {
  tags: 'bash',
}, async () => {
  const folder = folderWith({
    'bin/npx': `#!/bin/sh\nshift\nexec node ${cli} "$@"\n`,
    'bin/npm': '#!/bin/sh\nexec node test.mjs\n',
    'test.mjs': `import { IssueTrackingClient } from '@issue-tracking/sdk';
console.log((await new IssueTrackingClient().projects.list()).total);
process.exitCode = 4;`,
  });
  const { code, output } = await run(['bash', '-e', '-c', stepOf(testing, 'Test')], folder);
  expect(code).toBe(4);
  expect(output).toMatch(/^3$/m);
});

test('the scripts of the fix workflow read an issue, reopen it and submit a fix with a comment', {
  tags: 'bash',
}, async () => {
  const mock = createMock();
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const [read = '', submit = '', giveBack = ''] = blocks('recipes/ci.md', 'js');
  const scripts = { 'ci/read-issue.mjs': read, 'ci/submit-fix.mjs': submit, 'ci/give-back.mjs': giveBack };
  const folder = folderWith({ ...scripts, 'pull-request.txt': '' });
  const env = {
    RUNNER_TEMP: folder,
    PROJECT: 'prj_web',
    ISSUE: '1',
    ISSUE_TRACKING_BASE_URL: server.url,
    ISSUE_TRACKING_API_KEY: mock.clientOptions.apiKey,
  };
  expect(await run(['bash', '-e', '-c', stepOf(fixing, 'Read the issue')], folder, env)).toEqual({
    code: 0,
    output: '',
  });
  const issue = JSON.parse(readFileSync(join(folder, 'issue.json'), 'utf8'));
  expect(issue).toMatchObject({ issue: { issueNumber: 1, status: 'in_progress' }, comments: expect.any(Array) });

  // A run that failed.
  expect(await run(['bash', '-e', '-c', stepOf(fixing, 'Give the issue back')], folder, env)).toMatchObject({
    code: 0,
  });
  expect(mock.requests.last()).toMatchObject({ method: 'PATCH', body: { status: 'open' }, status: 200 });

  writeFileSync(join(folder, 'pull-request.txt'), 'https://git.example/pull/42\n');
  expect(await run(['bash', '-e', '-c', stepOf(fixing, 'Submit the fix')], folder, env)).toMatchObject({ code: 0 });
  expect(mock.requests.all().slice(-2)).toMatchObject([
    { method: 'POST', body: { content: 'Fixed in https://git.example/pull/42' } },
    { method: 'PATCH', body: { status: 'fix_submitted' }, status: 200 },
  ]);
});

test('the pull request contains all changes of the agent, with new files, also when the workflow runs again', {
  tags: ['bash', 'git'],
}, async () => {
  const git = 'git -c user.name=a -c user.email=a@example.com -c init.defaultBranch=main';
  const folder = folderWith({
    'bin/gh': '#!/bin/sh\ncase "$2" in view) exit 1;; *) echo https://git.example/pull/42;; esac\n',
    'work/old.txt': 'old\n',
  });
  const bash = (script: string, cwd = 'work') =>
    run(['bash', '-e', '-c', script], join(folder, cwd), {
      RUNNER_TEMP: folder,
      ISSUE: '7',
      PATH: `${folder}/bin:${process.env['PATH']}`,
    });
  await bash(
    `${git} init -q; git add .; ${git} commit -qm first; git clone -q --bare . ../origin.git; git clone -q ../origin.git ../submit`,
  );
  await bash('echo changed > old.txt; echo new > new.txt');
  expect(await bash(stepOf(fixing, 'Keep the change'))).toMatchObject({ code: 0 });
  for (const submit of ['submit', 'again']) {
    if (submit === 'again') await bash('git clone -q ../origin.git ../again');
    expect(await bash(stepOf(fixing, 'Open a pull request'), submit)).toMatchObject({ code: 0 });
    expect(await bash('git show --stat --format=%s fix/7', submit)).toMatchObject({
      output: expect.stringMatching(/^Fix issue 7\n[\s\S]*new\.txt[\s\S]*old\.txt/),
    });
    // The agent's change isn't applied when the scripts run.
    expect(await bash('cat old.txt; ls', submit)).toEqual({ code: 0, output: 'old\nold.txt\n' });
  }
  expect(readFileSync(join(folder, 'pull-request.txt'), 'utf8')).toBe('https://git.example/pull/42\n');
});

test('the mock of the compose file serves its application and requires the token for its control API', async () => {
  const [text = ''] = blocks('mock/server.md', 'yaml');
  const { mock, application } = (parse(text) as Compose).services;
  const [world = ''] = blocks('mock/server.md', 'json');
  const folder = folderWith({ 'world.json': world });
  const port = await freePort();
  const command = mock.command.map((argument) => argument.replace('/data/', `${folder}/`));
  const [, token = ''] = /^\$\{MOCK_TOKEN:-(\w+)\}$/.exec(mock.environment['ISSUE_TRACKING_MOCK_TOKEN'] ?? '') ?? [];
  const env = { ISSUE_TRACKING_MOCK_TOKEN: token };
  // The image's entry point, with the arguments of the compose file.
  void run(['node', cli, '--host', '0.0.0.0', '--port', String(port), ...command], folder, env);
  const responds = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(responds).toBe(true);

  const status = async (path: string, headers: Record<string, string>) => {
    const sent = request({ port, host: '127.0.0.1', path, headers }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };
  const host = new URL(application.environment['ISSUE_TRACKING_BASE_URL'] ?? '').host;
  const authorization = `Bearer ${application.environment['ISSUE_TRACKING_API_KEY']}`;
  expect(await status('/api/v1/projects', { host, authorization })).toBe(200);
  expect(await status('/api/v1/projects', { host: 'elsewhere:4010', authorization })).toBe(403);
  expect(await status('/__mock/', { host })).toBe(401);
  expect(await status('/__mock/', { host, authorization: 'Bearer secret' })).toBe(200);
});
