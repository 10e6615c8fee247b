export { staticDirs, viteFinal } from './tools/storybook/addon-preset.ts';
