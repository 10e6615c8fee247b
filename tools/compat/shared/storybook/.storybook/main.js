export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.js'],
  // msw-storybook-addon, in one of its two forms.
  addons: ['@issue-tracking/mock/storybook', ...(process.env.VITE_MSW === 'addon' ? ['msw-storybook-addon'] : [])],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
