import * as z from 'zod/mini';
import { nonEssential, type ShapeOf } from '../scalars.ts';

/**
 * The browser, page element and component an issue was reported on.
 *
 * v1 promises every member. A service may leave out what could not be captured, or send `null`, which the client reports
 * as drift. The OpenAPI document allows both, so that no tool rejects such a response.
 */
export interface TechContext {
  /** The browser. */
  browserInfo: {
    /** Its name. */
    name: string;
    /** Its version. */
    version: string;
  };
  /** The operating system. */
  osInfo: {
    /** Its name. */
    name: string;
    /** Its version. */
    version: string;
  };
  /** Size of the visible part of the page. */
  viewportSize: {
    /** In pixels. */
    width: number;
    /** In pixels. */
    height: number;
  };
  /** Selector of the affected element. */
  cssSelector: string;
  /** Its styles, by property. */
  elementStyles: Record<string, string>;
  /** Paths of components, each joined with `>`. */
  reactComponentTree: string[];
}

const product = z.looseObject({ name: nonEssential(z.string()), version: nonEssential(z.string()) });
const size = z.looseObject({ width: nonEssential(z.number()), height: nonEssential(z.number()) });

/** The browser, page element and component an issue was reported on. Whatever could not be captured may be absent. */
// enforces RES-9
export const techContextSchema = z.looseObject({
  browserInfo: nonEssential(product),
  osInfo: nonEssential(product),
  viewportSize: nonEssential(size),
  cssSelector: nonEssential(z.string()),
  elementStyles: nonEssential(z.catchall(z.object({}), z.string())),
  reactComponentTree: nonEssential(z.array(z.string())),
} satisfies ShapeOf<TechContext>);
