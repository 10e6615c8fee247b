export { staticDirs, viteFinal } from './storybook/addon-preset.ts';
