/** @jsxImportSource preact */
import { Icon } from '../parts/icon.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { usePanel } from '../state/panel.ts';
import { places } from './places.ts';

export function Navigation() {
  const panel = usePanel();
  const roving = useRoving<HTMLElement>();
  const view = panel.place.value.split('/')[0];
  return (
    <nav class="navigation" aria-label="Views" {...roving}>
      {places.map((place) => (
        <a
          key={place.view}
          href={`#/${place.view}`}
          aria-current={place.view === view ? 'page' : undefined}
          onClick={(event) => {
            // A mounted panel must not change the address of the application's page.
            event.preventDefault();
            panel.go(place.view, { keepFocus: true });
          }}
        >
          <Icon name={place.view} />
          {place.text}
        </a>
      ))}
    </nav>
  );
}
