import { storyWorker } from '@issue-tracking/mock/storybook';
import { mswLoader } from 'msw-storybook-addon/csf3';

export default import.meta.env.VITE_MSW === 'loader' ? { loaders: [mswLoader(storyWorker)] } : {};
