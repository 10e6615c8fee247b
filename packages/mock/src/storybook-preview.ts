export { default } from './storybook/addon-preview.ts';
