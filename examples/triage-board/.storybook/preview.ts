import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import { getPreferredColorScheme, themes } from 'storybook/theming';
import '../src/styles.css';
import './docs.css';

// Play functions wait for responses of the service, also on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const preview: Preview = {
  // A documentation page is light or dark as its stories are.
  parameters: { layout: 'fullscreen', docs: { theme: themes[getPreferredColorScheme()] } },
};

export default preview;
