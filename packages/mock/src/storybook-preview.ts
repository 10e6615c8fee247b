export { default } from './tools/storybook/addon-preview.ts';
