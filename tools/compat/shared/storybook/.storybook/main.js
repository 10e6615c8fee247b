export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.js'],
  // The other addon too, in one of its two ways.
  addons: ['@issue-tracking/mock/storybook', ...(process.env.VITE_MSW === 'addon' ? ['msw-storybook-addon'] : [])],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
