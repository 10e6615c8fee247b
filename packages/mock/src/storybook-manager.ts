import './storybook/addon-manager.ts';
