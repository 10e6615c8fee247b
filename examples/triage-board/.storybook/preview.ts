import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import '../src/styles.css';

// Play functions wait for responses of the service, also on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const preview: Preview = {
  parameters: { layout: 'fullscreen' },
};

export default preview;
