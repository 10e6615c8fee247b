/** @jsxImportSource preact */

import { scopes as allScopes } from '@issue-tracking/model';

interface ScopeChecksProps {
  /** A visible legend. */
  legend?: string;
  /** The accessible name, without a visible legend. */
  label?: string;
  scopes: readonly string[];
  onChange: (scopes: readonly string[]) => void;
}

/** A checkbox for each scope. */
export function ScopeChecks({ legend, label, scopes, onChange }: ScopeChecksProps) {
  return (
    <fieldset class="checks" aria-label={label}>
      {legend && <legend>{legend}</legend>}
      {allScopes.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
          <code>{scope}</code>
        </label>
      ))}
    </fieldset>
  );
}
