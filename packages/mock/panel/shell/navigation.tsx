/** @jsxImportSource preact */
import { Icon } from '../parts/icon.tsx';
import { useRovingFocus } from '../parts/use-roving-focus.ts';
import { usePanel } from '../state/panel.ts';
import { views } from './views.ts';

export function Navigation() {
  const panel = usePanel();
  const roving = useRovingFocus<HTMLElement>();
  const name = panel.path[0];
  return (
    <nav class="navigation" aria-label="Views" {...roving}>
      {views.map((each) => (
        <a
          key={each.view}
          href={`#/${each.view}`}
          aria-current={each.view === name ? 'page' : undefined}
          onClick={(event) => {
            // A mounted panel must not change the URL of the application's page.
            event.preventDefault();
            panel.reopen(each.view);
          }}
        >
          <Icon name={each.view} />
          {each.text}
        </a>
      ))}
    </nav>
  );
}
