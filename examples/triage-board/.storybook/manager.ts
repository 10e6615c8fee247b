import { addons } from 'storybook/manager-api';

// Opens with the requests of the story.
addons.setConfig({ selectedPanel: 'issue-tracking/panel' });
