// Stories for documentation pages, which show several at once. The last two have the base URL of the page.
import issues from './issues.stories.js';

const own = (issueTracking) => ({ parameters: { issueTracking } });
const fixed = (issueTracking) => own({ ...issueTracking, baseUrl: globalThis.location?.origin });

export default { title: 'Documented', tags: ['autodocs'], render: issues.render };

export const One = own({ issues: 1 });

export const Two = own({ issues: 2 });

export const Forbidden = own({ scopes: [] });

export const Four = fixed({ issues: 4 });

export const Five = fixed({ issues: 5 });
