/** The board as a page of its own, beside `npx issue-tracking-mock` unless the environment names another service. */
import { createRoot } from 'react-dom/client';
import { boardClient } from './client.ts';
import { TriageBoard } from './triage-board.tsx';
import './styles.css';

// The token of a person in the mock's demo data. In an application, the login gives one.
const { VITE_SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', VITE_ACCESS_TOKEN: accessToken = 'oat_mara_demo' } =
  import.meta.env;

const root = document.getElementById('root');
if (root) {
  const client = boardClient({ baseUrl, accessToken });
  createRoot(root).render(<TriageBoard client={client} projectId="prj_web" title="Web shop" />);
}
