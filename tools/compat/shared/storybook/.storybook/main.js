export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.js', '../stories/*.mdx'],
  // msw-storybook-addon, in one of its two forms.
  addons: [
    '@storybook/addon-docs',
    '@issue-tracking/mock/storybook',
    ...(process.env.VITE_MSW === 'addon' ? ['msw-storybook-addon'] : []),
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
