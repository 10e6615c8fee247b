/** A line of a text, or a control. */
interface Piece {
  readonly name: string;
  readonly node: Node;
  readonly box: Box;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Exceptions of the check. */
export interface LayoutOptions {
  /** Elements above the rest on purpose, such as messages, which may cover others. */
  overlays?: string;
  /** Elements that may scroll sideways, because their content has two dimensions. */
  wide?: string;
}

const controls = 'button, input, select, textarea, img, svg, summary, .meter';
const textFields = 'select, input:not([type="checkbox"], [type="radio"])';

/** Lengths are fractions of pixels: what differs by less than this doesn't differ. */
const tolerance = 1;

/**
 * Returns the faults in the present layout of a page: texts and controls that lie upon each other, that are cut without an ellipsis or
 * that stick out of what holds them, what has no room to be read, and whatever scrolls sideways. With a modal dialog open, that
 * alone is looked at.
 */
export function layoutFaults(page: Element, { overlays = '', wide = '' }: LayoutOptions = {}): string[] {
  const root = page.querySelector('dialog:modal') ?? page;
  const faults = new Set<string>();
  const pieces: Piece[] = [];
  const layoutOf = remembered();

  function add(name: string, node: Node, element: Element, full: Box): void {
    const box = seen(name, node, element, full);
    if (box && !(overlays && element.closest(overlays))) pieces.push({ name, node, box });
  }

  /** The part that is in sight; nothing when it is scrolled away. Says where it is cut, and where it leaves what holds it. */
  function seen(name: string, node: Node, element: Element, full: Box): Box | undefined {
    const isControl = node === element;
    // A button may reach out, so that its text is in line with others: the text may not.
    const mayReachOut = isControl && element.matches('button, summary');
    // Blanks that are kept hang over the end of their line.
    const beyond = layoutOf(element).keepsBlanks ? layoutOf(element).fontSize : tolerance;
    let box = full;
    for (
      let each = isControl ? element.parentElement : element;
      each;
      each = each === root ? null : each.parentElement
    ) {
      const { isInline, frame, overflowX, overflowY, hasEllipsis, isClamped, fontSize } = layoutOf(each);
      if (isInline) continue;
      // A whole line out of sight is left out on purpose.
      if (/hidden|clip/.test(overflowY) && box.top >= frame.bottom - tolerance) return undefined;
      const isBeside = box.left < frame.left - beyond || box.right > frame.right + beyond;
      const isBelow = box.top < frame.top - tolerance || box.bottom > frame.bottom + tolerance;
      if (isBeside && overflowX === 'visible' && !mayReachOut) faults.add(`${name} sticks out of ${nameOf(each)}`);
      if (isBelow && overflowY === 'visible' && !mayReachOut) faults.add(`${name} is not as high as ${nameOf(each)}`);
      if (isBeside && /hidden|clip/.test(overflowX)) {
        if (!hasEllipsis) faults.add(`${name} is cut by ${nameOf(each)}`);
        else if (frame.width < 3 * fontSize) faults.add(`${name} is cut to almost nothing`);
      }
      if (isBelow && /hidden|clip/.test(overflowY) && !isClamped)
        faults.add(`${name} is cut in height by ${nameOf(each)}`);
      if (overflowX !== 'visible' || overflowY !== 'visible') box = common(box, frame);
      if (isEmpty(box)) return undefined;
    }
    return box;
  }

  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (
      !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) ||
      layoutOf(element).isOnlyRead
    )
      continue;
    const { frame, fontSize, hasEllipsis, overflowX, overflowY } = layoutOf(element);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isControl = element.matches(controls);
    if (!isControl && /auto|scroll/.test(overflowX) && scrollWidth > clientWidth + tolerance)
      if (!(wide && element.matches(wide)))
        faults.add(`${nameOf(element)} scrolls sideways: ${scrollWidth} px in ${clientWidth}`);
    if (
      !isControl &&
      /auto|scroll/.test(overflowY) &&
      scrollHeight > clientHeight + tolerance &&
      clientHeight < 3 * fontSize
    )
      faults.add(`${nameOf(element)} shows only ${clientHeight} of ${scrollHeight} px`);
    if (element.matches(textFields) && frame.width < 3 * fontSize)
      faults.add(`${nameOf(element)} has room for hardly a letter`);
    if (element.matches(textFields) && !hasEllipsis) faults.add(`${nameOf(element)} cuts its text without an ellipsis`);
    if (isControl) add(nameOf(element), element, element, frame);
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || node.data.trim() === '') continue;
      const lines = linesOf(node);
      if (isSqueezed(node.data.trim(), lines)) faults.add(`“${short(node.data)}” stands in ${lines.length} lines`);
      for (const line of lines) add(`“${short(node.data)}”`, node, element, ink(line, fontSize));
    }
  }
  for (const [one, two] of overlaps(pieces)) faults.add(`${one.name} lies upon ${two.name}`);
  return [...faults];
}

interface Layout {
  readonly frame: DOMRect;
  readonly fontSize: number;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly hasEllipsis: boolean;
  readonly isClamped: boolean;
  readonly isInline: boolean;
  readonly keepsBlanks: boolean;
  /** Not drawn, and there for screen readers alone. */
  readonly isOnlyRead: boolean;
}

/** Each element is asked for once: it is the ancestor of many. */
function remembered(): (element: Element) => Layout {
  const known = new Map<Element, Layout>();
  return function layoutOf(element) {
    const before = known.get(element);
    if (before) return before;
    const { parentElement } = element;
    const style = getComputedStyle(element);
    const layout: Layout = {
      frame: element.getBoundingClientRect(),
      fontSize: Number.parseFloat(style.fontSize),
      overflowX: style.overflowX,
      overflowY: style.overflowY,
      hasEllipsis: style.textOverflow === 'ellipsis',
      isClamped: style.webkitLineClamp !== 'none',
      isInline: style.display === 'inline' || style.display === 'contents',
      keepsBlanks: style.whiteSpaceCollapse === 'preserve',
      isOnlyRead: style.clipPath !== 'none' || (parentElement !== null && layoutOf(parentElement).isOnlyRead),
    };
    known.set(element, layout);
    return layout;
  };
}

function linesOf(text: Text): Box[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}

/** Whether there is room for hardly more than a letter or two beside each other. */
function isSqueezed(text: string, lines: readonly Box[]): boolean {
  const count = new Set(lines.map(({ top }) => Math.round(top))).size;
  return count > 2 && text.length / count < 3.5;
}

/** The middle of a line, where its letters are: fonts reserve more above and below, which may reach into the next line. */
function ink({ left, right, top, bottom }: Box, fontSize: number): Box {
  const middle = (top + bottom) / 2;
  const half = Math.min(bottom - top, fontSize * 0.7) / 2;
  return { left, right, top: middle - half, bottom: middle + half };
}

function common(one: Box, two: Box): Box {
  return {
    left: Math.max(one.left, two.left),
    top: Math.max(one.top, two.top),
    right: Math.min(one.right, two.right),
    bottom: Math.min(one.bottom, two.bottom),
  };
}

function isEmpty({ left, right, top, bottom }: Box): boolean {
  return right - left <= tolerance || bottom - top <= tolerance;
}

/** Pairs that share more than an edge. A control holds its own text. */
function overlaps(pieces: readonly Piece[]): [Piece, Piece][] {
  const sorted = pieces.toSorted((one, two) => one.box.top - two.box.top);
  return sorted.flatMap((one, index) => {
    const found: [Piece, Piece][] = [];
    for (let next = index + 1; next < sorted.length; next++) {
      const two = sorted[next];
      if (!two || two.box.top >= one.box.bottom) break;
      if (isEmpty(common(one.box, two.box)) || one.node.contains(two.node) || two.node.contains(one.node)) continue;
      found.push([one, two]);
    }
    return found;
  });
}

function nameOf(element: Element): string {
  const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const className = element.getAttribute('class')?.trim().replaceAll(/\s+/g, '.');
  return `<${element.localName}${className ? `.${className}` : ''}${text && ` ${short(text)}`}>`;
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 24 ? `${line.slice(0, 24)}…` : line;
}
