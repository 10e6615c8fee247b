import { addons } from 'storybook/manager-api';

// Opens with the requests of the story: the stories have no controls.
addons.setConfig({ selectedPanel: 'issue-tracking/panel' });
