export { staticDirs } from './tools/storybook/addon-preset.ts';
