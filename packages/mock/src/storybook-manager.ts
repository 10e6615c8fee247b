import './tools/storybook/addon-manager.ts';
