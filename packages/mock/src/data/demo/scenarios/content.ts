import type { Scenario } from '../scenario.ts';

/** Bugs of files, texts and settings. */
export const content: readonly Scenario[] = [
  {
    labels: ['uploads'],
    priority: 'high',
    story: ({ pick, number }) => {
      const size = number(11, 96);
      return {
        title: pick([
          `Uploading a ${size} MB file fails at 99 %`,
          'Large attachments: "Something went wrong"',
          `Import of a ${size} MB file ends with 413 and no message`,
        ]),
        what: `The bar goes to 99 %, waits, and says "Something went wrong". The file has ${size} MB.`,
        expected: 'Uploaded, or a message with the limit before I wait for it.',
        page: '/imports/new',
        actions: [
          ['navigation', '/imports/new'],
          ['input', 'input[type="file"]', `customers-${size}mb.csv`],
          ['click', 'button[data-test="upload"]', 'Upload'],
        ],
        requests: [['POST', '/api/imports', 413, size * 310]],
        thrown: {
          message: 'SyntaxError: Unexpected token \'<\', "<html><h"... is not valid JSON',
          frames: ['parseError', 'uploadFile', 'ImportForm.onSubmit'],
          script: 'admin',
        },
        selector: 'div.upload-progress',
        styles: { width: '99%', 'background-color': 'rgb(37, 99, 235)' },
        components: 'App>ImportPage>ImportForm>UploadProgress',
        talk: {
          triage: [
            ['developer', 'The proxy stops at 10 MB and answers with HTML, which our error handling can’t read.'],
          ],
          cause: 'The limit of the proxy is lower than the one the form announces.',
          fix: 'Uploads go in parts of 5 MB straight to the storage, and the form says what the limit is.',
          verified: `Uploaded ${size} MB and 400 MB. 501 MB is refused before it starts.`,
        },
      };
    },
  },
  {
    labels: ['editor'],
    priority: 'medium',
    story: ({ pick, device }) => ({
      title: pick([
        'Pasting from Word brings half a page of styles',
        `Editor loses line breaks when pasting (${device.name})`,
        'Pasted tables break the preview',
      ]),
      what: 'When I paste from Word, the text gets other fonts, and the preview is empty.',
      expected: 'Plain paragraphs, lists and links survive, nothing else.',
      page: '/articles/new',
      actions: [
        ['navigation', '/articles/new'],
        ['click', 'div[contenteditable="true"]'],
        ['input', 'div[contenteditable="true"]'],
        ['click', 'button[data-test="preview"]', 'Preview'],
      ],
      requests: [['POST', '/api/articles/preview', 422, 120]],
      thrown: {
        message:
          "NotFoundError: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
        frames: ['removeChild', 'cleanPaste', 'Editor.onPaste'],
        script: 'editor',
      },
      selector: 'div[contenteditable="true"]',
      styles: { 'font-family': 'Calibri', 'margin-left': '36pt', 'mso-list': 'l0 level1 lfo1' },
      components: 'App>ArticlePage>Editor>EditorSurface',
      talk: {
        triage: [['qa', 'Reproduced with the attached document. Google Docs is fine.']],
        cause: 'The cleaner removes nodes while it walks them, and trips over conditional comments.',
        fix: 'Pasted content is parsed into our own document model; what that doesn’t know is dropped.',
        verified: 'Pasted from Word, Google Docs, Pages and a mail. Lists and links stay.',
      },
    }),
  },
  {
    labels: ['settings'],
    priority: 'low',
    story: ({ pick }) => ({
      title: pick([
        'Delete dialog closes with Enter and deletes',
        'Pressing Enter in the name field deletes the project',
        'Confirmation does not check the typed name',
      ]),
      what: 'I pressed Enter while typing the name to confirm, and the test project was gone although the name was not complete.',
      expected: 'Nothing happens until the name is right.',
      page: '/settings/project',
      actions: [
        ['click', 'button[data-test="delete-project"]', 'Delete project'],
        ['input', 'dialog input[name="confirm"]', 'test-pro'],
      ],
      requests: [['DELETE', '/api/projects/prj_test', 204, 132]],
      console: [['log', 'settings: project deleted']],
      selector: 'dialog input[name="confirm"]',
      styles: { 'border-color': 'rgb(212, 212, 216)' },
      components: 'App>SettingsPage>DangerZone>DeleteDialog',
      talk: {
        triage: [['developer', 'The button is disabled, but the form is not. Restored your project from the bin.']],
        cause: 'Enter submits the form, and only the button is guarded.',
        fix: 'The check is in the submit handler, and the server asks for the name as well.',
        verified: 'Enter does nothing with a wrong name. DELETE without the name is 400.',
      },
    }),
  },
];
